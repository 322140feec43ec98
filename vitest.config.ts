import { tmpdir } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests whose subject is time on the whole machine: vitest.alone.config.ts runs them, one file after the other. */
export const ALONE = "**/*.alone.test.ts";

const NOT_OURS = "**/node_modules/**";
const SILENCE = "server/testing/console-error.ts";

/** What a file that uses the product needs: a database of its own, in a process of its own. */
export const PRODUCT = {
  globalSetup: ["server/testing/global-setup.ts"],
  setupFiles: ["server/testing/database.ts", SILENCE],
  // A process per file: each has its own DATABASE_URL, and what a module keeps between requests stays in its file.
  pool: "forks" as const,
  isolate: true,
  maxWorkers: 2,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  env: {
    NODE_ENV: "test" as const,
    LOG_LEVEL: "silent",
    DATA_DIR: `${tmpdir()}/omnichannel-test-data`,
    APP_URL: "http://localhost:3000",
    NEXTAUTH_URL: "http://localhost:3000",
    NEXTAUTH_SECRET: "only-for-tests-only-for-tests-only-for-tests",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    API_RATE_LIMIT: "0",
  },
};

// Vite would take graphql's .mjs for our files, while its users in node_modules get the .js: two copies do not mix.
export const resolve = { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] };

export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "product",
          include: ["{server,prisma,simulator,chaos,bench}/**/*.test.ts"],
          exclude: [NOT_OURS, ALONE],
          ...PRODUCT,
        },
      },
      {
        resolve,
        test: {
          // Rules of the screens: no database, and no state that a file could leave to the next.
          name: "screens",
          include: ["{components,webchat}/**/*.test.ts"],
          exclude: [NOT_OURS],
          setupFiles: [SILENCE],
          isolate: false,
          unstubGlobals: true,
          testTimeout: 20_000,
          maxWorkers: 2,
          env: { NODE_ENV: "test" as const },
        },
      },
    ],
  },
});

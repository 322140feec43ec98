import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests whose subject is time on the whole machine: vitest.alone.config.ts runs them, one file after the other. */
export const ALONE = "**/*.alone.test.ts";

/** Tests that start processes of the product and kill them: vitest.faults.config.ts runs them, two at a time, since half of it is waiting. */
export const FAULTS = "**/*.faults.test.ts";

// Each file is a process, and so is each worker that a test starts: what V8 made of a module is kept for the next one.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

/** What only the pages' bundle loads: Node by itself reads the modules of NextAuth.js's providers otherwise than bundlers do. */
const BUNDLED = "server/auth/next-auth.test.ts";

const NOT_OURS = "**/node_modules/**";
const SILENCE = "server/testing/console-error.ts";

/** What a file that uses the product needs: a database of its own, in a process of its own. */
export const PRODUCT = {
  globalSetup: ["server/testing/global-setup.ts"],
  setupFiles: ["server/testing/database.ts", SILENCE],
  // A process per file: each has its own DATABASE_URL, and what a module keeps between requests stays in its file.
  pool: "forks" as const,
  isolate: true,
  // Node runs these files as they are, as it does in production: that takes less than Vite's runner, which is a second loader.
  experimental: { viteModuleRunner: false },
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Where nobody watches, a test that fails is asked once more, and flaky-reporter.ts names it: to be looked into, like a failure.
  retry: process.env.CI ? 1 : 0,
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
const resolve = { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "product",
          include: ["{server,prisma,simulator,chaos,bench}/**/*.test.ts"],
          exclude: [NOT_OURS, ALONE, FAULTS, BUNDLED],
          ...PRODUCT,
        },
      },
      {
        test: {
          name: "bundled",
          include: [BUNDLED],
          ...PRODUCT,
          experimental: { viteModuleRunner: true },
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

import { tmpdir } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests whose subject is time on the whole machine: vitest.alone.config.ts runs them, one file after the other. */
export const ALONE = "**/*.alone.test.ts";

export default defineConfig({
  // Vite would take graphql's .mjs for our files, while its users in node_modules get the .js: two copies do not mix.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    include: ["{server,prisma,components,simulator,chaos,webchat}/**/*.test.ts"],
    exclude: ["**/node_modules/**", ALONE],
    globalSetup: ["server/testing/global-setup.ts"],
    setupFiles: ["server/testing/database.ts", "server/testing/console-error.ts"],
    // A process per file: each has its own DATABASE_URL, and what a module keeps between requests stays in its file.
    pool: "forks",
    isolate: true,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    env: {
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATA_DIR: `${tmpdir()}/omnichannel-test-data`,
      APP_URL: "http://localhost:3000",
      NEXTAUTH_URL: "http://localhost:3000",
      NEXTAUTH_SECRET: "only-for-tests-only-for-tests-only-for-tests",
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
      API_RATE_LIMIT: "0",
    },
  },
});

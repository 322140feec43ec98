import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestUserConfig } from "vitest/config";

// Test processes and their child processes compile the same modules. This cache keeps V8's compiled code for the next process.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const SERVER = "{server,prisma,simulator,chaos,bench}/**/*.test.ts";
/** The deep lane: kills, whole catalogues, long searches for a counterexample. */
const DEEP = "{server,prisma,simulator,chaos}/**/*.deep.test.ts";
/** The deep lane: times, memory and storms, which other tests would distort. */
const ALONE = "{server,chaos}/**/*.alone.test.ts";
const NOT_OURS = "**/node_modules/**";

/** A mocked module stays mocked, and some modules keep a setting, so such a file gets its own process. */
const CHANGES_PROCESS = /vi\.mock\(|@own-process/;
const OWN_PROCESS = globSync(SERVER, { cwd: import.meta.dirname }).filter(
  (file) =>
    !/\.(deep|alone)\.test\.ts$/.test(file) &&
    CHANGES_PROCESS.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

/** The settings of test files that use the product. product-runner.ts gives each file its own database. */
const PRODUCT: TestUserConfig = {
  runner: "server/testing/product-runner.ts",
  setupFiles: ["server/testing/said-equality.ts"],
  pool: "forks",
  isolate: true,
  // Tests create much short-lived garbage. Collecting it less often saves a tenth of the time.
  execArgv: ["--max-semi-space-size=64"],
  // Node runs these files as in production. That is faster than Vite's runner, which is a second loader.
  experimental: { viteModuleRunner: false },
  maxWorkers: 4,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // In CI a failed test is retried once, and flaky-reporter.ts lists it as a fault to explain and fix.
  retry: process.env.CI ? 1 : 0,
  env: {
    NODE_ENV: "test",
    NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
    LOG_LEVEL: "silent",
    DATA_DIR: `${tmpdir()}/omnichannel-test-data`,
    APP_URL: "http://localhost:3000",
    NEXTAUTH_URL: "http://localhost:3000",
    NEXTAUTH_SECRET: "only-for-tests-only-for-tests-only-for-tests",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    OUTBOUND_ALLOW: "127.0.0.0/8,::1/128",
    // Nobody answers there. Tests that need a name server start their own.
    DNS_SERVERS: "127.0.0.1:9",
    API_RATE_LIMIT: "0",
    API_COST_RATE: "0",
  },
};

export default defineConfig({
  test: {
    // Once for all projects.
    globalSetup: ["server/testing/global-setup.ts"],
    projects: [
      {
        // Vite would resolve graphql to .mjs for our files, while its users in node_modules get the .js. Two copies do not work
        // together.
        resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
        test: {
          // Screen logic: no database, and no state that one file could leave to the next.
          name: "screens",
          include: ["{components,webchat}/**/*.test.ts"],
          exclude: [NOT_OURS],
          globalSetup: ["server/testing/screens-setup.ts"],
          setupFiles: ["server/testing/console-error.ts"],
          isolate: false,
          unstubGlobals: true,
          testTimeout: 20_000,
          maxWorkers: 4,
          env: { NODE_ENV: "test" },
        },
      },
      {
        test: {
          ...PRODUCT,
          name: "server",
          include: [SERVER],
          exclude: [NOT_OURS, DEEP, ALONE, ...OWN_PROCESS],
          // Importing the product takes longer than most files do, so files share processes. Each file has its own database.
          isolate: false,
        },
      },
      { test: { ...PRODUCT, name: "own-process", include: OWN_PROCESS } },
      {
        test: {
          ...PRODUCT,
          name: "deep",
          include: [DEEP],
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          // No retry: a message lost or sent twice in one of two runs is a failure.
          retry: 0,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...PRODUCT,
          name: "alone",
          include: [ALONE],
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
          testTimeout: 300_000,
          // Measures times and memory of processes that start as in production, without a compile cache.
          env: { ...PRODUCT.env, NODE_COMPILE_CACHE: "" },
        },
      },
    ],
  },
});

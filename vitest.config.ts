import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type TestUserConfig } from "vitest/config";

// Test processes and the processes they start compile the same modules: what V8 made of one is kept for the next.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const SERVER = "{server,prisma,simulator,chaos,bench}/**/*.test.ts";
/** The deep lane: kills, whole catalogues, long searches for a counterexample. */
const DEEP = "{server,prisma,simulator,chaos}/**/*.deep.test.ts";
/** The deep lane: times, memory and storms, which other tests would blur. */
const ALONE = "{server,chaos}/**/*.alone.test.ts";
const NOT_OURS = "**/node_modules/**";

/** A mocked module stays mocked, and some modules keep a setting: such a file gets a process of its own. */
const CHANGES_PROCESS = /vi\.mock\(|@own-process/;
const OWN_PROCESS = globSync(SERVER, { cwd: import.meta.dirname }).filter(
  (file) =>
    !/\.(deep|alone)\.test\.ts$/.test(file) &&
    CHANGES_PROCESS.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

/** What a file that uses the product needs: product-runner.ts gives each file a database of its own. */
const PRODUCT: TestUserConfig = {
  runner: "server/testing/product-runner.ts",
  setupFiles: ["server/testing/said-equality.ts"],
  pool: "forks",
  isolate: true,
  // Tests make much that is soon garbage: collecting it less often takes a tenth less time.
  execArgv: ["--max-semi-space-size=64"],
  // Node runs these files as it does in production. That takes less time than Vite's runner, which is a second loader.
  experimental: { viteModuleRunner: false },
  maxWorkers: 4,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // In CI a test that fails is run once more, and flaky-reporter.ts names it: a fault to explain and mend.
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
        // Vite would take graphql's .mjs for our files, while its users in node_modules get the .js: two copies do not mix.
        resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
        test: {
          // Rules of the screens: no database, and no state that a file could leave to the next.
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
          // Importing the product takes longer than most files do: files share processes, each on its own database.
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
          // Something lost or sent twice in one run of two is lost.
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
          // Times and memory are those of processes that start as in production, with nothing compiled before.
          env: { ...PRODUCT.env, NODE_COMPILE_CACHE: "" },
        },
      },
    ],
  },
});

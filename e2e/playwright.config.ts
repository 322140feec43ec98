import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./chromium.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  globalSetup: "./global-setup.ts",
  // A browser test waits more than it computes.
  workers: 4,
  fullyParallel: false,
  projects: [
    // `npm test`: what users do all day, and the built product as it ships.
    { name: "journeys", testDir: "portal", grep: /@journey/ },
    // After the journeys, on the same product: it measures what one workspace notices of another. By itself: `--no-deps`.
    { name: "production", testDir: "production", workers: 1, dependencies: ["journeys"] },
    // `npm run test:deep`.
    { name: "rest", testDir: "portal", grepInvert: /@journey/ },
  ],
  forbidOnly: Boolean(process.env.CI),
  // In CI a test that fails is run once more, and flaky-reporter.ts names it: a fault to explain and mend.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"], ["./flaky-reporter.ts"]] : [["list"]],
  use: {
    browserName: "chromium",
    // A browser with a window grants it to the page in front; the headless shell asks, and nobody answers.
    permissions: ["clipboard-write"],
    // A dialog that is still for three frames and then slides 30 px under the pointer loses a click; people wait for it.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    // A trace slows every test: `--trace retain-on-failure` when one is to be looked into.
    trace: "off",
    launchOptions: {
      executablePath: chromiumPath(),
      // Chromium's own sandbox needs rights that a container's root does not have.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});

import { defineConfig } from "@playwright/test";
import { chromiumPath } from "./chromium.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // The pictures of looks.spec.ts.
  snapshotPathTemplate: "{testDir}/../looks/{arg}{ext}",
  globalSetup: "./global-setup.ts",
  // A browser test waits more than it computes.
  workers: 4,
  fullyParallel: false,
  projects: [
    // `npm test`: the main user journeys, and the built product as it ships.
    { name: "journeys", testDir: "portal", grep: /@journey/ },
    // Runs after the journeys on the same product, because it measures one workspace's effect on another. To run it alone:
    // `--no-deps`.
    { name: "production", testDir: "production", workers: 1, dependencies: ["journeys"] },
    // `npm run test:deep`.
    { name: "rest", testDir: "portal", grepInvert: /@journey/ },
  ],
  forbidOnly: Boolean(process.env.CI),
  // In CI a failed test is retried once, and flaky-reporter.ts lists it as a fault to explain and fix.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [["list"], ["json"], ["./flaky-reporter.ts"]] : [["list"]],
  use: {
    browserName: "chromium",
    // A browser with a window grants this to the page in front. The headless shell shows a prompt that no one answers.
    permissions: ["clipboard-write"],
    // A click gets lost if a dialog rests for three frames and then slides 30 px under the pointer. Users wait for it.
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "UTC",
    screenshot: "only-on-failure",
    // A trace slows every test. To investigate one, use `--trace retain-on-failure`.
    trace: "off",
    launchOptions: {
      executablePath: chromiumPath(),
      // Chromium's sandbox needs privileges that a container's root does not have.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
});

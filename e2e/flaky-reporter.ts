import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "@playwright/test/reporter";

/** Like server/testing/flaky-reporter.ts: lists the tests that passed only on a retry. */
export default class FlakyReporter implements Reporter {
  #tests = new Set<TestCase>();

  onTestEnd(test: TestCase): void {
    this.#tests.add(test);
  }

  onEnd(): void {
    for (const test of this.#tests) {
      if (test.outcome() !== "flaky" || !process.env.FLAKY_FILE) continue;
      appendFileSync(process.env.FLAKY_FILE, `${test.titlePath().filter(Boolean).join(" > ")}\n`);
    }
  }
}

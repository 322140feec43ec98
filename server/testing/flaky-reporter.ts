import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that failed and then passed when they were asked again: to be looked into, like a failure. */
export default class FlakyReporter implements Reporter {
  #flaky: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#flaky.push(test);
  }

  onTestRunEnd(): void {
    for (const test of this.#flaky) {
      console.log(`FLAKY  ${test.module.relativeModuleId} > ${test.fullName}`);
      const result = test.result();
      for (const { message } of result.errors ?? []) console.log(`       ${message.split("\n").join("\n       ")}`);
    }
  }
}

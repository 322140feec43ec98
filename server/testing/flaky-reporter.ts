import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Lists the tests that failed and then passed on a retry. Each is a fault to explain and fix. */
export default class FlakyReporter implements Reporter {
  #flaky: TestCase[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#flaky.push(test);
  }

  onTestRunEnd(): void {
    for (const test of this.#flaky) {
      const name = `${test.module.relativeModuleId} > ${test.fullName}`;
      console.log(`FLAKY  ${name}`);
      const result = test.result();
      for (const { message } of result.errors ?? []) console.log(`       ${message.split("\n").join("\n       ")}`);
      if (process.env.FLAKY_FILE) appendFileSync(process.env.FLAKY_FILE, `${name}\n`);
    }
  }
}

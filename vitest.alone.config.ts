import { defineConfig } from "vitest/config";
import base, { ALONE } from "./vitest.config.ts";

/** `*.alone.test.ts`: rates, faults and recovery times, which other tests beside them would blur. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [`{server,chaos}/${ALONE}`],
    exclude: ["**/node_modules/**"],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
});

import { defineConfig } from "vitest/config";
import { ALONE, PRODUCT, resolve } from "./vitest.config.ts";

/** `*.alone.test.ts`: rates, faults and recovery times, which other tests beside them would blur. */
export default defineConfig({
  resolve,
  test: {
    ...PRODUCT,
    include: [`{server,chaos}/${ALONE}`],
    exclude: ["**/node_modules/**"],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
});

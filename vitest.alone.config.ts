import { defineConfig } from "vitest/config";
import { ALONE, PRODUCT } from "./vitest.config.ts";

// Times and memory are those of processes that start as in production, with nothing compiled before.
delete process.env.NODE_COMPILE_CACHE;

/** `*.alone.test.ts`: rates, times, memory and storms, which other tests beside them would blur. */
export default defineConfig({
  test: {
    ...PRODUCT,
    include: [`{server,chaos}/${ALONE}`],
    exclude: ["**/node_modules/**"],
    maxWorkers: 1,
    testTimeout: 300_000,
  },
});

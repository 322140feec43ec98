import { defineConfig } from "vitest/config";
import { FAULTS, PRODUCT } from "./vitest.config.ts";

/** `*.faults.test.ts`: workers that are killed, and work that is lost. What they prove is no time, and holds beside another. */
export default defineConfig({
  test: {
    ...PRODUCT,
    include: [`server/${FAULTS}`],
    exclude: ["**/node_modules/**"],
    // Something lost or told twice in one run of two is lost.
    retry: 0,
    testTimeout: 300_000,
  },
});

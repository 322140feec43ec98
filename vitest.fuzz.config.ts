import { defineConfig } from "vitest/config";
import { PRODUCT } from "./vitest.config.ts";

/** `npm run fuzz`: what the tests send some hundreds of, at length. FUZZ_RUNS bodies and twice as many operations, of FUZZ_SEED. */
export default defineConfig({
  test: {
    ...PRODUCT,
    include: ["server/testing/fuzz/*.test.ts"],
    env: { ...PRODUCT.env, FUZZ_RUNS: process.env.FUZZ_RUNS ?? "50000" },
  },
});

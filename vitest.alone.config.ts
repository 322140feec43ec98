import { defineConfig, mergeConfig } from "vitest/config";
import base, { ALONE } from "./vitest.config.ts";

/** `*.alone.test.ts`: rates, faults and recovery times, which other tests beside them would blur. */
const alone = mergeConfig(base, defineConfig({ test: { maxWorkers: 1, testTimeout: 300_000 } }));
alone.test = { ...alone.test, include: [`{server,chaos}/${ALONE}`], exclude: ["**/node_modules/**"] };
export default alone;

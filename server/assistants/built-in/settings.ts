import type { z } from "zod";
import type { PROPERTIES } from "../assistant-properties.ts";

/** integrationProperties of a built-in assistant. */
export type BuiltInSettings = z.infer<(typeof PROPERTIES)["builtIn"]>;

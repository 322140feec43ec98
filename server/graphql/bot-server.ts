import { assistantSchema } from "./schema.ts";
import { createGraphqlServer } from "./yoga.ts";

/** POST /bot/gq, on node:http and as a Fetch handler. */
export const botServer = createGraphqlServer(assistantSchema, "/bot/gq");

import { coreSchema } from "./schema.ts";
import { createGraphqlServer } from "./yoga.ts";

/** POST /core/gq, on node:http and as a Fetch handler. */
export const coreServer = createGraphqlServer(coreSchema, "/core/gq");

import { coreSchema } from "./schema.ts";
import { createGraphqlServer } from "./graphql-server.ts";

/** POST /core/gq, on node:http and as a Fetch handler. */
export const coreServer = createGraphqlServer(coreSchema, "/core/gq");

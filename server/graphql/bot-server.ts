import { assistantSchema } from "./schema.ts";
import { createGraphqlServer } from "./graphql-server.ts";

/** POST /bot/gq, on node:http and as a Fetch handler. */
export const botServer = createGraphqlServer(assistantSchema, "/bot/gq");

import { createGraphqlServer } from "./graphql-server.ts";
import { assistantSchema } from "./schema.ts";

/** POST /bot/gq. */
export const botServer = createGraphqlServer(assistantSchema);

import { createGraphqlServer } from "./graphql-server.ts";
import { coreSchema } from "./schema.ts";

/** POST /core/gq. */
export const coreServer = createGraphqlServer(coreSchema);

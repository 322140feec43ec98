import { createGraphqlServer } from "./graphql-server.ts";
import { assistantSchema } from "../schema.ts";

export const botServer = createGraphqlServer(assistantSchema);

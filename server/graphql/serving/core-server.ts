import { createGraphqlServer } from "./graphql-server.ts";
import { coreSchema } from "../schema.ts";

export const coreServer = createGraphqlServer(coreSchema, "Everything but assistants");

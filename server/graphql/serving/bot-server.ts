import { createGraphqlServer } from "./graphql-server.ts";
import { assistantSchema } from "../schema.ts";

export const botServer = createGraphqlServer(assistantSchema, "Assistants: create, change, list, delete");

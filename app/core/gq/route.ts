import { coreServer } from "../../../server/graphql/core-server.ts";

export const POST = coreServer.door;

import { coreServer } from "../../../server/graphql/serving/core-server.ts";

export const POST = coreServer.door;

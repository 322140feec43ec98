import { botServer } from "../../../server/graphql/serving/bot-server.ts";

export const POST = botServer.door;

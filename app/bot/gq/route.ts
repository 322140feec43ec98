import { botServer } from "../../../server/graphql/bot-server.ts";

export const POST = botServer.door;

import { botServer } from "../../../server/graphql/bot-server.ts";

export const dynamic = "force-dynamic";

const handle = (request: Request) => botServer.fetch(request);

export { handle as GET, handle as POST, handle as OPTIONS };

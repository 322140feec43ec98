import { coreServer } from "../../../server/graphql/core-server.ts";

export const dynamic = "force-dynamic";

const handle = (request: Request) => coreServer.fetch(request);

export { handle as GET, handle as POST, handle as OPTIONS };

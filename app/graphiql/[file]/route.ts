import { door } from "../../../server/http/door.ts";
import { graphiqlFile } from "../../../server/rest/graphiql.ts";

export const GET = door({ saysItself: true, handle: graphiqlFile });

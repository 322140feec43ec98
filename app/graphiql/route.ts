import { door } from "../../server/http/door.ts";
import { graphiql } from "../../server/rest/graphiql.ts";

export const GET = door({ saysItself: true, handle: graphiql });

import { graphiql } from "../../server/rest/graphiql.ts";

export const dynamic = "force-dynamic";

export { graphiql as GET };

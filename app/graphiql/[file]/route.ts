import { graphiqlFile } from "../../../server/rest/graphiql.ts";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  return graphiqlFile(request, await params);
}

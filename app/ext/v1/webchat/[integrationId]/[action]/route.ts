import { webchat } from "../../../../../../server/rest/webchat.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ integrationId: string; action: string }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  return webchat(request, await params);
}

export { handle as GET, handle as OPTIONS, handle as POST };

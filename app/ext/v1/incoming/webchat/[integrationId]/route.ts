import { incomingWebchat } from "../../../../../../server/rest/webchat.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ integrationId: string }> };

async function handle(request: Request, { params }: Context): Promise<Response> {
  return incomingWebchat(request, await params);
}

export { handle as OPTIONS, handle as POST };

import { webchatFrame } from "../../../server/rest/webchat-frame.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ integrationId: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return webchatFrame(request, await params);
}

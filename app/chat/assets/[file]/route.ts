import { webchatAsset } from "../../../../server/rest/webchat-frame.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ file: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return webchatAsset(request, await params);
}

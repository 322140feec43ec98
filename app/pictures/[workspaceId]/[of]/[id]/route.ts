import { getPicture } from "../../../../../server/rest/pictures.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ workspaceId: string; of: string; id: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return getPicture(request, await params);
}

import { getUpload, putUpload } from "../../../../server/rest/uploads.ts";

export { preflight as OPTIONS } from "../../../../server/rest/cors.ts";

export const dynamic = "force-dynamic";

type Context = { params: Promise<{ workspaceId: string; fileName: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return getUpload(request, await params);
}

export async function PUT(request: Request, { params }: Context): Promise<Response> {
  return putUpload(request, await params);
}

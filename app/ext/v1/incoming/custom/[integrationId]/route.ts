import { incomingCustom } from "../../../../../../server/rest/incoming-custom.ts";

export const dynamic = "force-dynamic";

export async function POST(
  request: Request,
  { params }: { params: Promise<{ integrationId: string }> },
): Promise<Response> {
  return incomingCustom(request, await params);
}

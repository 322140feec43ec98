import { incomingCustomStatus } from "../../../../../../../server/rest/incoming-custom.ts";

export const dynamic = "force-dynamic";

export async function POST(
  request: Request,
  { params }: { params: Promise<{ integrationId: string }> },
): Promise<Response> {
  return incomingCustomStatus(request, await params);
}

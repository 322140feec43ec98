import { incomingTelegram } from "../../../../../../server/rest/incoming-telegram.ts";

export const dynamic = "force-dynamic";

export async function POST(
  request: Request,
  { params }: { params: Promise<{ integrationId: string }> },
): Promise<Response> {
  return incomingTelegram(request, await params);
}

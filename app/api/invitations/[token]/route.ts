import { showInvitationDoor } from "../../../../server/rest/invitations.ts";

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showInvitationDoor(request, await params);
}

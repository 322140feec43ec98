import { accountOfInvitationDoor } from "../../../../../server/rest/invitations.ts";

export const dynamic = "force-dynamic";

export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return accountOfInvitationDoor(request, await params);
}

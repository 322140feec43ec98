import { door } from "../../../../../server/http/door.ts";
import { postInvitationAccept } from "../../../../../server/rest/invitations.ts";

export const POST = door({ handle: postInvitationAccept });

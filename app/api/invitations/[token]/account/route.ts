import { door } from "../../../../../server/http/door.ts";
import { postInvitationAccount } from "../../../../../server/rest/invitations.ts";

export const POST = door({ handle: postInvitationAccount });

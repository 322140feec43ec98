import { BODY_BOUNDS } from "../../../../../server/http/body-bounds.ts";
import { door } from "../../../../../server/http/door.ts";
import { postInvitationAccept } from "../../../../../server/rest/invitations.ts";

export const POST = door({ body: BODY_BOUNDS.page, handle: postInvitationAccept });

import { BODY_BOUNDS } from "../../../../server/http/body-bounds.ts";
import { door } from "../../../../server/http/door.ts";
import { getInvitation } from "../../../../server/rest/invitations.ts";

export const GET = door({ body: BODY_BOUNDS.page, handle: getInvitation });

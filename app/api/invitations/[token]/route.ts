import { door } from "../../../../server/http/door.ts";
import { getInvitation } from "../../../../server/rest/invitations.ts";

export const GET = door({ handle: getInvitation });

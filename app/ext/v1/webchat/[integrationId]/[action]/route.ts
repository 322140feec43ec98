import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../../../server/http/cors.ts";
import { door } from "../../../../../../server/http/door.ts";
import { webchat } from "../../../../../../server/rest/webchat.ts";

export const GET = door({ name: "webchat", body: BODY_BOUNDS.webchat, handle: webchat });
export const POST = door({ name: "webchat", body: BODY_BOUNDS.webchat, handle: webchat });
export const OPTIONS = door({ name: "webchat", handle: preflight });

import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../../../server/http/cors.ts";
import { door } from "../../../../../../server/http/door.ts";
import { incomingWebchat } from "../../../../../../server/rest/webchat.ts";

export const POST = door({ name: "incoming webchat", body: BODY_BOUNDS.webchat, handle: incomingWebchat });
export const OPTIONS = door({ name: "incoming webchat", handle: preflight });

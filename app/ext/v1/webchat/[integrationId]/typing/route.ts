import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../../../server/http/cors.ts";
import { door } from "../../../../../../server/http/door.ts";
import { webchatTypingApi } from "../../../../../../server/rest/webchat-api.ts";
import { webchatTyping } from "../../../../../../server/rest/webchat.ts";

export const POST = door({ name: "webchat", body: BODY_BOUNDS.webchat, api: webchatTypingApi, handle: webchatTyping });
export const OPTIONS = door({ name: "webchat", handle: preflight });

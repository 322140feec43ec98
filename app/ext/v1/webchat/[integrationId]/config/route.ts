import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../../../server/http/cors.ts";
import { door } from "../../../../../../server/http/door.ts";
import { webchatConfigApi } from "../../../../../../server/rest/webchat-api.ts";
import { webchatConfig } from "../../../../../../server/rest/webchat.ts";

export const GET = door({ name: "webchat", body: BODY_BOUNDS.webchat, api: webchatConfigApi, handle: webchatConfig });
export const OPTIONS = door({ name: "webchat", handle: preflight });

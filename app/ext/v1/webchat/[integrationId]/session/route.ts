import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../../../server/http/cors.ts";
import { door } from "../../../../../../server/http/door.ts";
import { webchatSessionApi } from "../../../../../../server/rest/webchat-api.ts";
import { webchatSession } from "../../../../../../server/rest/webchat.ts";

export const POST = door({
  name: "webchat",
  body: BODY_BOUNDS.webchat,
  api: webchatSessionApi,
  handle: webchatSession,
});
export const OPTIONS = door({ name: "webchat", handle: preflight });

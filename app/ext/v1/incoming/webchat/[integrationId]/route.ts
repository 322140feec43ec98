import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../../../server/http/cors.ts";
import { door } from "../../../../../../server/http/door.ts";
import { incomingWebchatApi } from "../../../../../../server/rest/webchat-api.ts";
import { incomingWebchat } from "../../../../../../server/rest/webchat.ts";

export const POST = door({
  name: "incoming webchat",
  body: BODY_BOUNDS.webchat,
  api: incomingWebchatApi,
  handle: incomingWebchat,
});
export const OPTIONS = door({ name: "incoming webchat", handle: preflight });

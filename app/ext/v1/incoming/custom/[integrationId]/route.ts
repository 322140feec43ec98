import { BODY_BOUNDS } from "../../../../../../server/http/body-bounds.ts";
import { door } from "../../../../../../server/http/door.ts";
import { incomingCustom, incomingCustomApi } from "../../../../../../server/rest/incoming-custom.ts";

export const POST = door({
  name: "incoming custom",
  body: BODY_BOUNDS.rest,
  api: incomingCustomApi,
  handle: incomingCustom,
});

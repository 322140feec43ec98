import { BODY_BOUNDS } from "../../../../../../../server/http/body-bounds.ts";
import { door } from "../../../../../../../server/http/door.ts";
import { incomingCustomStatus, incomingCustomStatusApi } from "../../../../../../../server/rest/incoming-custom.ts";

export const POST = door({
  ...{
    name: "incoming custom status",
    body: BODY_BOUNDS.rest,
    api: incomingCustomStatusApi,
    handle: incomingCustomStatus,
  },
});

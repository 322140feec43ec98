import { BODY_BOUNDS } from "../../../../server/http/body-bounds.ts";
import { door } from "../../../../server/http/door.ts";
import { gatewayMessages, gatewayMessagesApi } from "../../../../server/rest/gateway-messages.ts";

export const POST = door({ body: BODY_BOUNDS.rest, api: gatewayMessagesApi, handle: gatewayMessages });

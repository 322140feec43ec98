import { BODY_BOUNDS } from "../../../../server/http/body-bounds.ts";
import { door } from "../../../../server/http/door.ts";
import { stripeWebhook } from "../../../../server/rest/stripe-webhook.ts";

export const POST = door({ body: BODY_BOUNDS.rest, handle: stripeWebhook });

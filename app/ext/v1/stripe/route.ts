import { stripeWebhook } from "../../../../server/rest/stripe-webhook.ts";

export const dynamic = "force-dynamic";

export { stripeWebhook as POST };

import { claimDeliveries } from "../../webhooks/claim-deliveries.ts";
import { deliverWebhook } from "../../webhooks/deliver-webhook.ts";
import { widths } from "../../webhooks/delivery-windows.ts";
import type { TimeScale } from "../../webhooks/schedule.ts";
import { startPool, type WorkPool } from "../pool.ts";

/** Limit of concurrent requests per worker, over all webhooks. Enough for more than a hundred webhooks that hang. */
const MOST_AT_ONCE = 1_000;
/** Reserved for webhooks with narrow windows, in case many fast receivers with wide windows begin to hang at once. */
const KEPT_FOR_FIRST_WINDOWS = MOST_AT_ONCE / 2;

/** Delivers events to subscribers until it is stopped. */
export function startDelivering(pollMs: number, timeScale: TimeScale): WorkPool {
  return startPool({
    topic: "deliveries",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: (underWay, room) => claimDeliveries(underWay, room, room > KEPT_FOR_FIRST_WINDOWS ? widths() : {}),
    laneOf: (delivery) => delivery.webhookId,
    work: (delivery, signal) => deliverWebhook(delivery, signal, timeScale),
  });
}

import { claimDeliveries } from "../../webhooks/claim-deliveries.ts";
import { deliverWebhook } from "../../webhooks/deliver-webhook.ts";
import type { TimeScale } from "../../webhooks/schedule.ts";
import { startPool } from "../pool.ts";
import type { WorkPool } from "../pool.ts";

/** Requests under way at once in one worker, over all webhooks: enough for hundreds that hang. */
const MOST_AT_ONCE = 1_000;

/** Delivers events to subscribers until it is stopped. */
export function startDelivering(pollMs: number, timeScale: TimeScale): WorkPool {
  return startPool({
    topic: "deliveries",
    pollMs,
    mostAtOnce: MOST_AT_ONCE,
    claim: claimDeliveries,
    laneOf: (delivery) => delivery.webhookId,
    work: (delivery, signal) => deliverWebhook(delivery, signal, timeScale),
  });
}

import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** Histogram buckets in seconds, from fast requests or attempts to timeouts. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

const registry = new Registry();
const registers = [registry];

/**
 * Counters of a running process. Other figures are read when metrics are requested (process-figures.ts). Labels are our own
 * names: endpoints, operations of the schema, channel types, outcomes. Caller input never becomes a label.
 */
export const metrics = {
  registry,
  requests: new Histogram({
    name: "omnichannel_http_request_duration_seconds",
    help: "Requests by door and status, from their arrival to the last byte of the answer; a live stream to its refusal",
    labelNames: ["door", "status"] as const,
    buckets: SECONDS,
    registers,
  }),
  refused: new Counter({
    name: "omnichannel_http_refused_total",
    help: "Requests that a limit refused before anything read them: too large, too slow, too many at once",
    labelNames: ["status"] as const,
    registers,
  }),
  operations: new Histogram({
    name: "omnichannel_graphql_operation_duration_seconds",
    help: "GraphQL operations by root field (several, where a document has more) and outcome: ok, or the first error's code",
    labelNames: ["field", "outcome"] as const,
    buckets: SECONDS,
    registers,
  }),
  received: new Counter({
    name: "omnichannel_messages_received_total",
    help: "Messages of clients that were stored, or were already there",
    labelNames: ["channel"] as const,
    registers,
  }),
  sends: new Histogram({
    name: "omnichannel_send_attempt_duration_seconds",
    help: "Attempts to send a message, by type of channel and outcome, as long as the provider took",
    labelNames: ["channel", "outcome"] as const,
    buckets: SECONDS,
    registers,
  }),
  webhookAttempts: new Histogram({
    name: "omnichannel_webhook_attempt_duration_seconds",
    help: "Requests to subscribers, by outcome: what was answered, or why nothing was",
    labelNames: ["outcome"] as const,
    buckets: SECONDS,
    registers,
  }),
  webhookDeliveries: new Counter({
    name: "omnichannel_webhook_deliveries_total",
    help: "Deliveries of events that ended: delivered, or failed for good",
    labelNames: ["outcome"] as const,
    registers,
  }),
  jobs: new Histogram({
    name: "omnichannel_job_duration_seconds",
    help: "Jobs by name and outcome",
    labelNames: ["job", "outcome"] as const,
    buckets: [...SECONDS, 60, 300],
    registers,
  }),
  streams: new Gauge({
    name: "omnichannel_streams_open",
    help: "Live streams that are open, of the portal and keys, and of visitors of a web chat",
    labelNames: ["kind"] as const,
    registers,
  }),
};

export function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000;
}

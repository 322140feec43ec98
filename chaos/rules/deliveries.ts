import { groupBy, is2xx, isAccepted, type Facts, type ReceiptFact } from "../facts.ts";
import type { Rule } from "../finding.ts";
import type { State } from "../records.ts";

/** Events for subscribers. The others are for the portal only. */
const PUBLIC: ReadonlySet<string> = new Set([
  "INCOMING_MESSAGE",
  "OUTGOING_MESSAGE",
  "MESSAGE_UPDATED",
  "ENDING_CONV",
  "NEW_CLIENT",
  "NEW_CONV",
  "CLIENT_UPDATED",
  "MESSAGE_UPDATED_SMPP",
]);

function concerns(subscribed: string, name: string): boolean {
  return subscribed === "ANY_EVENT" ? PUBLIC.has(name) && name !== "MESSAGE_UPDATED_SMPP" : subscribed === name;
}

/** Every event reaches every webhook that subscribed to it. It is queued once and received at least once. */
export const heard: Rule = ({ meta, rows, receipts }, report) => {
  const heardBy = new Set(
    receipts
      .filter(({ end }) => is2xx(end?.status ?? null))
      .map((receipt) => key(receipt.subscription, receipt.eventId)),
  );
  const deliveries = groupBy(rows.webhookDelivery, ({ webhookId, eventId }) => key(webhookId, eventId));
  for (const { id: webhookId, event } of meta.webhooks) {
    for (const { id, name, createdAt } of rows.event) {
      if (createdAt < meta.wall || !concerns(event, name)) continue;
      const [delivery, another] = deliveries.get(key(webhookId, id)) ?? [];
      if (!delivery) report({ says: `an event ${name} was never queued for a webhook`, ids: [id, webhookId] });
      else if (another)
        report({
          says: `an event ${name} was queued twice for a webhook`,
          ids: [id, webhookId, delivery.id, another.id],
        });
      else if (delivery.state === "delivered" && !heardBy.has(key(webhookId, id))) {
        report({
          says: `an event ${name} counts as delivered, and its receiver never said yes`,
          ids: [id, webhookId, delivery.id],
        });
      } else if (delivery.state !== "delivered" && !isWaiting(delivery)) {
        report({
          says: `an event ${name} was not delivered (${delivery.state} after ${delivery.attempts} attempts)`,
          ids: [id, webhookId, delivery.id],
        });
      }
    }
  }
};

/** Whether the schedule makes it wait for its next attempt: five minutes after the second failure. */
export function isWaiting({ state, attempts, waitsSeconds }: State["webhookDelivery"]): boolean {
  return state === "pending" && attempts > 0 && waitsSeconds !== null && waitsSeconds > 0;
}

/** Every attempt is signed. All attempts of one event have the same content and the same webhook-id. */
export const attempts: Rule = ({ meta, rows, receipts }, report) => {
  const known = new Map(rows.event.map((event) => [event.id, event]));
  const subscribed = new Map(meta.webhooks.map(({ id, event }) => [id, event]));
  const first = new Map<string, ReceiptFact>();
  for (const receipt of receipts) {
    const { subscription, eventId, event, body, signatureValid, line } = receipt;
    if (!signatureValid)
      report({ says: "a webhook's signature does not fit", ids: [eventId, subscription], lines: [line] });
    const stored = known.get(eventId);
    if (!stored)
      report({
        says: `a webhook told of an event ${event} that is not in the log`,
        ids: [eventId, subscription],
        lines: [line],
      });
    else if (stored.name !== event)
      report({
        says: `a webhook told of ${event}, the log says ${stored.name}`,
        ids: [eventId, subscription],
        lines: [line],
      });
    const wanted = subscribed.get(subscription);
    if (wanted !== undefined && !concerns(wanted, event)) {
      report({ says: `a webhook for ${wanted} was told of ${event}`, ids: [eventId, subscription], lines: [line] });
    }
    const before = first.get(key(subscription, eventId));
    if (!before) first.set(key(subscription, eventId), receipt);
    else if (before.body !== body) {
      report({
        says: "two attempts of one event differ in their body",
        ids: [eventId, subscription],
        lines: [before.line, line],
      });
    }
  }
};

/** Within one conversation, first attempts follow the order in which the events happened. */
export const deliveryOrder: Rule = ({ rows, receipts }, report) => {
  const attemptsSeen = groupBy(receipts, ({ subscription, eventId }) => key(subscription, eventId));
  const events = new Map(rows.event.map((event) => [event.id, event]));
  const lines = groupBy(
    rows.webhookDelivery.filter(({ convId }) => convId !== null),
    ({ webhookId, convId }) => key(webhookId, convId ?? ""),
  );
  for (const deliveries of lines.values()) {
    const before: { eventId: string; txid: bigint; at: number; line: number }[] = [];
    let latest = -Infinity;
    for (const { webhookId, eventId, attempts: made } of deliveries.sort((a, b) =>
      Number(BigInt(a.eventSeq) - BigInt(b.eventSeq)),
    )) {
      const seen = attemptsSeen.get(key(webhookId, eventId)) ?? [];
      const [first] = seen;
      // An attempt that never arrived may have been the first one, and its time is unknown.
      if (!first || made > seen.length) continue;
      const txid = BigInt(events.get(eventId)?.txid ?? 0);
      if (first.at < latest) {
        // Two concurrent changes have no order: their order in the log and by transaction differs.
        const passed = before.find((earlier) => earlier.at > first.at && earlier.txid <= txid);
        if (passed)
          report({
            says: "a webhook was told of an event before one that happened earlier in its conversation",
            ids: [webhookId, passed.eventId, eventId],
            lines: [first.line, passed.line],
          });
      }
      latest = Math.max(latest, first.at);
      before.push({ eventId, txid, at: first.at, line: first.line });
    }
  }
};

/** No subscriber gets a change before its cause: a client's request, or the provider's response or report. */
export const causes: Rule = (facts, report) => {
  const events = new Map(facts.rows.event.map((event) => [event.id, event]));
  const began = beginnings(facts);
  const accepted = new Map<string, { at: number; line: number }>();
  for (const arrival of facts.arrivals) {
    if (isAccepted(arrival) && !accepted.has(arrival.messageId)) accepted.set(arrival.messageId, arrival);
  }
  for (const { eventId, event: name, at, line } of facts.receipts) {
    const event = events.get(eventId);
    if (event?.messageId == null) continue;
    const cause =
      name === "MESSAGE_UPDATED" && event.status === "sent"
        ? accepted.get(event.messageId)
        : began.get(event.messageId);
    if (cause && cause.at > at) {
      report({
        says: `a webhook was told of ${name} before it can have happened`,
        ids: [eventId, event.messageId],
        lines: [line, cause.line],
      });
    }
  }
};

/**
 * When each message was first requested, by message id. Known for messages with a response. A call without a response may have
 * created the message too; the response to its retry has the id.
 */
function beginnings({ callsOf }: Facts): Map<string, { at: number; line: number }> {
  const calls = [
    ...callsOf("addMessage").map((call) => ({ ...call, wish: call.input.idempotencyKey ?? `call ${call.op}` })),
    ...callsOf("ingress").map((call) => ({
      ...call,
      wish: `${call.input.integrationId} ${call.input.externalMessageId}`,
    })),
  ];
  const first = new Map<string, { at: number; line: number }>();
  for (const { wish, at, line } of calls) if (at < (first.get(wish)?.at ?? Infinity)) first.set(wish, { at, line });
  return new Map(
    calls.flatMap(({ output, wish }) =>
      output ? [[output.messageId, first.get(wish) ?? { at: 0, line: 0 }] as const] : [],
    ),
  );
}

function key(subscription: string, id: string): string {
  return `${subscription} ${id}`;
}

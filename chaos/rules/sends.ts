import { groupBy, is2xx, isAccepted, isToldAccepted, type ArrivalFact, type Facts, type FaultFact } from "../facts.ts";
import type { Bounds, Rule } from "../finding.ts";
import type { FaultName } from "../records.ts";
import { firstSeenSent } from "./statuses.ts";

/** Stored ⊆ delivered: every outgoing message has its final status, and nothing waits. */
export const final: Rule = ({ outgoing, rows, arrivalsOf }, report) => {
  for (const { id, status, error } of outgoing) {
    const lines = (arrivalsOf.get(id) ?? []).map(({ line }) => line);
    if (status === "pending") report({ says: "a message is still pending", ids: [id], lines });
    if (status === "failed" && !error) report({ says: "a message failed without a reason", ids: [id], lines });
  }
  for (const { messageId } of rows.sendQueue) report({ says: "a send is still queued", ids: [messageId] });
};

/** A message is "sent" only if the provider accepted it. It is never "failed" if the provider's acceptance was received. */
export const truth: Rule = ({ outgoing, arrivalsOf, callsOf, faults }, report, bounds) => {
  const reportedFailed = new Set(
    callsOf("reportStatus")
      .filter(({ input, outcome }) => input.status === "failed" && outcome !== "fail")
      .map(({ input }) => `${input.integrationId} ${input.externalMessageId}`),
  );
  for (const { id, status, integrationId, externalMessageId } of outgoing) {
    const arrivals = arrivalsOf.get(id) ?? [];
    const lines = arrivals.flatMap(({ line, end }) => [line, end?.line]);
    if (status === "failed") {
      const heard = arrivals.find((arrival) => isToldAccepted(arrival) && excuse(arrival, faults, bounds) === null);
      if (heard && !reportedFailed.has(`${integrationId} ${externalMessageId}`)) {
        report({
          says: "a message counts as failed although the provider accepted it and could tell",
          ids: [id],
          lines,
        });
      }
    } else if (status !== "pending") {
      if (!arrivals.some(isAccepted)) {
        report({ says: `a message is ${status} although the provider never accepted it`, ids: [id], lines });
      }
      const known = arrivals.some(
        ({ end }) => is2xx(end?.status ?? null) && (end?.externalMessageId ?? null) === externalMessageId,
      );
      if (externalMessageId !== null && !known) {
        report({
          says: "a message's external id is not the one that the provider gave it",
          ids: [id, externalMessageId],
          lines,
        });
      }
    }
  }
};

/** The ledger has every attempt that reached the provider. Every sent message has an accepted attempt. */
export const ledger: Rule = ({ rows, outgoing, arrivalsOf }, report) => {
  const attempts = groupBy(rows.sendAttempt, ({ messageId }) => messageId);
  for (const { id, status } of outgoing) {
    const kept = attempts.get(id) ?? [];
    const arrivals = arrivalsOf.get(id) ?? [];
    if (kept.length < arrivals.length) {
      report({
        says: `the provider saw ${arrivals.length} attempts, the ledger ${kept.length}`,
        ids: [id],
        lines: arrivals.map(({ line }) => line),
      });
    }
    if (status !== "pending" && status !== "failed" && !kept.some(({ outcome }) => outcome === "accepted")) {
      report({ says: `a message is ${status} and no attempt of it was accepted`, ids: [id] });
    }
  }
};

/** All attempts of a message use one key, which no other message has. Every message that arrives is stored. */
export const idempotencyKey: Rule = ({ arrivals, arrivalsOf, messages }, report) => {
  const owner = new Map<string, ArrivalFact>();
  for (const arrival of arrivals) {
    const { idempotencyKey: key, messageId, line } = arrival;
    if (key === null) {
      report({ says: "an attempt came without an idempotency key", ids: [messageId], lines: [line] });
      continue;
    }
    const first = owner.get(key);
    if (!first) owner.set(key, arrival);
    else if (first.messageId !== messageId) {
      report({
        says: "two messages came under one idempotency key",
        ids: [first.messageId, messageId],
        lines: [first.line, line],
      });
    }
  }
  for (const [messageId, attempts] of arrivalsOf) {
    const lines = attempts.map(({ line }) => line);
    if (new Set(attempts.map((attempt) => attempt.idempotencyKey)).size > 1) {
      report({ says: "attempts of one message came under different idempotency keys", ids: [messageId], lines });
    }
    if (!messages.has(messageId))
      report({ says: "the provider got a message that is not stored", ids: [messageId], lines });
  }
};

/** Two attempts of one message are never open at once, unless a fault struck the first one's worker during the attempt. */
export const oneAtATime: Rule = ({ arrivalsOf, faults, lastAt }, report, bounds) => {
  for (const [messageId, attempts] of arrivalsOf) {
    for (const [index, attempt] of attempts.entries()) {
      const earlier = attempts.slice(0, index).find(({ end }) => (end?.at ?? lastAt) > attempt.at);
      if (!earlier || excuse(earlier, faults, bounds, ["kill", "freeze"])) continue;
      report({
        says: "two attempts of one message were open at once",
        ids: [messageId],
        lines: [earlier.line, attempt.line, earlier.end?.line],
      });
    }
  }
};

/**
 * An accepted message is sent again only if a fault can have hidden the response, so it began before the response was stored. At
 * most as many messages repeat as can have been in progress. None repeats that an API client had seen as "sent" before the
 * fault.
 */
export const repeats: Rule = (facts, report, bounds) => {
  const { arrivalsOf, faults, meta } = facts;
  const seenSent = firstSeenSent(facts);
  const charged = new Map<FaultFact, string[]>();
  for (const [messageId, attempts] of arrivalsOf) {
    const seen = seenSent.get(messageId);
    for (const [index, attempt] of attempts.entries()) {
      const accepted = attempts.slice(0, index).findLast(isToldAccepted);
      if (accepted) {
        const fault = excuse(accepted, faults, bounds);
        if (fault) charged.set(fault, [...(charged.get(fault) ?? []), messageId]);
        else
          report({
            says: "the provider got a message again that it had accepted, and no fault explains it",
            ids: [messageId],
            lines: [accepted.line, accepted.end?.line, attempt.line],
          });
      }
      if (!seen || attempt.at <= seen.at) continue;
      // A worker that was frozen between its claim and its request cannot know that another worker has sent the message.
      const thawed = faults.some(
        (fault) =>
          fault.name === "freeze" &&
          strikesSends(fault) &&
          fault.at <= seen.at &&
          attempt.at <= fault.end + bounds.settleMs,
      );
      if (!thawed) {
        report({
          says: 'the provider got a message again after a client of the API had seen it as "sent"',
          ids: [messageId],
          lines: [seen.line, attempt.line],
        });
      }
    }
  }
  for (const [fault, messageIds] of charged) {
    const most = meta.sendsPerWorker * (fault.target.startsWith("worker") ? 1 : meta.workers);
    if (messageIds.length > most) {
      report({
        says: `${messageIds.length} messages were repeated after one fault (${fault.name} of ${fault.target}), ${most} can have been under way`,
        ids: messageIds,
        lines: [fault.line],
      });
    }
  }
};

/**
 * Within one conversation, first acceptances follow the messages' numbers. A reply may pass a broadcast's message that waits for
 * a retry.
 */
export const order: Rule = ({ outgoing, arrivalsOf, rows }, report) => {
  const attempts = groupBy(rows.sendAttempt, ({ messageId }) => messageId);
  for (const [convId, messages] of groupBy(outgoing, ({ convId: id }) => id)) {
    const before: { id: string; mayBePassed: boolean; first: ArrivalFact }[] = [];
    for (const { id, broadcastId } of messages.sort((a, b) => a.seq - b.seq)) {
      const first = arrivalsOf.get(id)?.find(isAccepted);
      if (!first) continue;
      const passed = before.find(
        (earlier) => earlier.first.at > first.at && !(earlier.mayBePassed && broadcastId === null),
      );
      if (passed) {
        report({
          says: "a message reached the provider before one that was accepted earlier in its conversation",
          ids: [convId, passed.id, id],
          lines: [first.line, passed.first.line],
        });
      }
      const mayBePassed = broadcastId !== null && (attempts.get(id)?.length ?? 0) > 1;
      before.push({ id, mayBePassed, first });
    }
  }
};

const STRIKES_SENDS: ReadonlySet<FaultName> = new Set([
  "kill",
  "freeze",
  "databaseRestart",
  "databaseHalfOpen",
  "databaseCut",
]);

function strikesSends({ name, target }: FaultFact): boolean {
  return STRIKES_SENDS.has(name) && !target.startsWith("web");
}

/** From the claim of a send until its request is read. A fault can fall into this time. */
const CLAIM_MS = 1_000;

/** The fault that can have kept this attempt's response from being stored. null if there was none. */
export function excuse(
  { at, end }: ArrivalFact,
  faults: FaultFact[],
  { settleMs, backMs }: Bounds,
  names: FaultName[] = [...STRIKES_SENDS],
): FaultFact | null {
  const until = (end?.at ?? Infinity) + settleMs;
  const found = faults.find((fault) => {
    if (!strikesSends(fault) || !names.includes(fault.name)) return false;
    // The processes need a moment to reconnect to a database that is back.
    const over = fault.target === "database" ? fault.end + backMs : fault.end;
    return fault.at <= until && over >= at - CLAIM_MS;
  });
  return found ?? null;
}

/** Figures of repeated acceptances by the provider. */
export function repeatFigures({ arrivalsOf }: Facts): { repeated: number; most: number; retried: number } {
  const counts = [...arrivalsOf.values()].map((attempts) => attempts.filter(isAccepted).length);
  return {
    repeated: counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
    most: Math.max(0, ...counts),
    retried: [...arrivalsOf.values()].reduce((sum, attempts) => sum + attempts.length - 1, 0),
  };
}

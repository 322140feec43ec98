import { groupBy, type CallOf } from "../facts.ts";
import type { OperationKind } from "../records.ts";
import type { Rule } from "../finding.ts";

type Wish = { what: string; calls: CallOf<OperationKind>[]; stored: string[]; answered: string[] };

/**
 * Acknowledged ⊆ stored, and nothing twice. An acknowledged wish is stored once, with the id from its response. A wish without
 * a response is stored at most once. A refused wish is not stored.
 */
export const stored: Rule = ({ callsOf, rows }, report) => {
  const outgoingByText = groupBy(
    rows.message.filter(({ isAgent }) => isAgent),
    ({ convId, content }) => `${convId} ${content}`,
  );
  const incomingByExternalId = groupBy(
    rows.message.filter(({ isAgent }) => !isAgent),
    ({ integrationId, externalMessageId }) => `${integrationId} ${externalMessageId}`,
  );
  const broadcastsByName = groupBy(rows.broadcast, ({ name }) => name);

  const sends = groupBy(callsOf("addMessage"), ({ input }) => `${input.convId} ${input.content}`);
  for (const [text, calls] of sends) {
    // Without a key, every call is a separate wish. The text then shows how many messages there may be.
    const keyed = groupBy(calls, ({ op, input }) => input.idempotencyKey ?? op);
    const [first] = calls;
    const what = `the message "${first?.input.content ?? ""}"`;
    const found = (outgoingByText.get(text) ?? []).map(({ id }) => id);
    if (keyed.size === 1) {
      judge({ what, calls, stored: found, answered: calls.flatMap(({ output }) => output?.messageId ?? []) });
      continue;
    }
    const answered = [...keyed.values()].map((wish) => new Set(wish.flatMap(({ output }) => output?.messageId ?? [])));
    const distinct = new Set(answered.flatMap((ids) => [...ids]));
    const oks = answered.filter((ids) => ids.size > 0).length;
    const open = [...keyed.values()].filter((wish) => wish.every(({ outcome }) => outcome === "unknown")).length;
    const missing = [...distinct].filter((id) => !found.includes(id));
    if (distinct.size === oks && missing.length === 0 && found.length <= oks + open) continue;
    report({
      says: `${what} was asked for ${keyed.size} times and is stored ${found.length} times`,
      ids: [...found, ...missing],
      lines: linesOf(calls),
    });
  }

  for (const [id, calls] of groupBy(
    callsOf("ingress"),
    ({ input }) => `${input.integrationId} ${input.externalMessageId}`,
  )) {
    const found = incomingByExternalId.get(id) ?? [];
    const what = `the client's message ${calls[0]?.input.externalMessageId ?? ""}`;
    judge({
      what,
      calls,
      stored: found.map((row) => row.id),
      answered: calls.flatMap(({ output }) => output?.messageId ?? []),
    });
    for (const { output, line, endLine } of calls) {
      const row = found.find((one) => one.id === output?.messageId);
      if (!output || !row || (row.convId === output.conversationId && row.clientId === output.clientId)) continue;
      report({
        says: `${what} was answered with another conversation or client than it is stored with`,
        ids: [row.id, output.conversationId, output.clientId],
        lines: [line, endLine],
      });
    }
  }

  for (const [name, calls] of groupBy(callsOf("createBroadcast"), ({ input }) => input.name)) {
    const found = (broadcastsByName.get(name) ?? []).map(({ id }) => id);
    judge({
      what: `the broadcast "${name}"`,
      calls,
      stored: found,
      answered: calls.flatMap(({ output }) => output?.broadcastId ?? []),
    });
  }

  function judge({ what, calls, stored: found, answered }: Wish): void {
    const ids = [...new Set([...answered, ...found])];
    const lines = linesOf(calls);
    const different = new Set(answered);
    if (different.size > 1) report({ says: `${what} was answered with ${different.size} different ids`, ids, lines });
    if (answered.length > 0 && !answered.every((id) => found.includes(id))) {
      report({ says: `${what} was acknowledged and is not stored under the id that was answered`, ids, lines });
    }
    if (found.length > 1) report({ says: `${what} is stored ${found.length} times`, ids, lines });
    if (found.length > 0 && calls.every(({ outcome }) => outcome === "fail")) {
      report({ says: `${what} was refused and is stored all the same`, ids, lines });
    }
  }
};

/** Stored ⊆ requested: nothing is stored that no call requested. */
export const askedFor: Rule = ({ meta, callsOf, rows }, report) => {
  const sent = new Set(callsOf("addMessage").map(({ input }) => `${input.convId} ${input.content}`));
  const received = new Set(callsOf("ingress").map(({ input }) => `${input.integrationId} ${input.externalMessageId}`));
  for (const {
    id,
    type,
    isAgent,
    broadcastId,
    convId,
    content,
    integrationId,
    externalMessageId,
    createdAt,
  } of rows.message) {
    // Templates come from calls that the history records only as `write`. Older messages existed before the run.
    if (type !== "text" || broadcastId !== null || createdAt < meta.wall) continue;
    const isKnown = isAgent ? sent.has(`${convId} ${content}`) : received.has(`${integrationId} ${externalMessageId}`);
    if (!isKnown) report({ says: `the message "${content}" was never asked for`, ids: [id] });
  }
};

function linesOf(calls: CallOf<OperationKind>[]): (number | null)[] {
  return calls.flatMap(({ line, endLine }) => [line, endLine]);
}

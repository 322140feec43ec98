import { groupBy } from "../facts.ts";
import type { Rule } from "../finding.ts";

/** A contact gets a broadcast at most once, whatever crashes. A broadcast's total is the sum of its outcomes. */
export const broadcasts: Rule = ({ rows, outgoing, messages }, report) => {
  const recipients = groupBy(rows.broadcastRecipient, ({ broadcastId }) => broadcastId);
  const sends = groupBy(outgoing, ({ broadcastId }) => broadcastId);
  for (const { id, name, state, totalCount } of rows.broadcast) {
    const own = recipients.get(id) ?? [];
    const sent = sends.get(id) ?? [];
    for (const [clientId, several] of groupBy(sent, (message) => message.clientId)) {
      if (several.length > 1) {
        report({
          says: `a client got the broadcast "${name}" ${several.length} times`,
          ids: [id, clientId, ...several.map((one) => one.id)],
        });
      }
    }
    const linked = new Set(own.flatMap(({ messageId }) => messageId ?? []));
    for (const message of sent) {
      if (!linked.has(message.id))
        report({
          says: `a message of the broadcast "${name}" belongs to none of its recipients`,
          ids: [id, message.id],
        });
    }
    for (const { clientId, messageId, error } of own) {
      const message = messageId === null ? null : messages.get(messageId);
      const isWrong =
        messageId === null ? error === null : message?.broadcastId !== id || message.clientId !== clientId;
      if (isWrong && state !== "draft" && state !== "scheduled") {
        report({ says: `a recipient of the broadcast "${name}" has no outcome`, ids: [id, clientId, messageId ?? ""] });
      }
    }
    if (state === "inProgress") report({ says: `the broadcast "${name}" never came to its end`, ids: [id] });
    const launched = state === "completed" || state === "inProgress";
    if (launched && totalCount !== own.length) {
      report({ says: `the broadcast "${name}" counts ${totalCount} recipients and has ${own.length}`, ids: [id] });
    }
  }
};

/** However many callers launch a broadcast, it is launched once. All get the same response, and the response is true. */
export const launches: Rule = ({ callsOf, rows }, report) => {
  const stored = new Map(rows.broadcast.map((row) => [row.id, row]));
  for (const [id, calls] of groupBy(callsOf("launchBroadcast"), ({ input }) => input.broadcastId)) {
    const oks = calls.filter(({ output }) => output !== null);
    const lines = oks.flatMap(({ line, endLine }) => [line, endLine]);
    const counts = new Set(oks.map(({ output }) => output?.totalCount));
    if (counts.size > 1)
      report({
        says: `launches of one broadcast were answered with ${[...counts].join(" and ")} recipients`,
        ids: [id],
        lines,
      });
    const state = stored.get(id)?.state;
    if (oks.length > 0 && (state === undefined || state === "draft" || state === "scheduled")) {
      report({ says: `a broadcast was launched and is ${state ?? "not there"}`, ids: [id], lines });
    }
  }
  for (const { input, output, endLine } of callsOf("pollBroadcast")) {
    if (output && output.outcomes !== output.totalCount) {
      report({
        says: `a broadcast's figures add up to ${output.outcomes} of ${output.totalCount}`,
        ids: [input.broadcastId],
        lines: [endLine],
      });
    }
  }
};

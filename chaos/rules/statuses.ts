import { groupBy, rankOf, type Facts } from "../facts.ts";
import type { Rule } from "../finding.ts";
import type { Status } from "../records.ts";

type Seen = { status: Status; at: number; line: number | null };

/** A message's status only rises, for every observer. The final status is at least the highest observed one. */
export const rising: Rule = ({ callsOf, messages }, report) => {
  // The increasing statuses seen per message, with their times. The lists are short, because only higher ones are kept.
  const heights = new Map<string, Seen[]>();
  const polls = callsOf("pollStatuses").filter(({ output }) => output !== null);
  for (const { at, endAt, endLine, output } of polls.sort((a, b) => (a.endAt ?? 0) - (b.endAt ?? 0))) {
    for (const [messageId, status] of output?.statuses ?? []) {
      const seen = heights.get(messageId) ?? [];
      // A response that came after this poll began says nothing about this poll.
      const before = seen.findLast((one) => one.at <= at);
      if (before && rankOf(before.status) > rankOf(status)) {
        report({
          says: `a message was ${before.status} and then ${status}`,
          ids: [messageId],
          lines: [before.line, endLine],
        });
      }
      const top = seen.at(-1);
      if (!top || rankOf(status) > rankOf(top.status)) {
        heights.set(messageId, [...seen, { status, at: endAt ?? 0, line: endLine }]);
      }
    }
  }
  for (const [messageId, seen] of heights) {
    const top = seen.at(-1);
    const end = messages.get(messageId);
    if (top && (!end || rankOf(end.status) < rankOf(top.status))) {
      report({
        says: `a message was seen as ${top.status} and ends as ${end?.status ?? "none"}`,
        ids: [messageId],
        lines: [top.line],
      });
    }
  }
};

/**
 * A status that the provider reported, and that was acknowledged, is the message's final status. Delivered, read and played come
 * only from reports.
 */
export const reports: Rule = ({ callsOf, outgoing, messages }, report) => {
  const byMessage = groupBy(
    callsOf("reportStatus"),
    ({ input }) => `${input.integrationId} ${input.externalMessageId}`,
  );
  for (const { id, status, integrationId, externalMessageId } of outgoing) {
    const told = byMessage.get(`${integrationId} ${externalMessageId}`) ?? [];
    for (const { outcome, input, line, endLine } of told) {
      if (outcome === "ok" && rankOf(input.status) > rankOf(status)) {
        report({
          says: `a message was reported as ${input.status} and ends as ${status}`,
          ids: [id],
          lines: [line, endLine],
        });
      }
    }
    const isProven = told.some(({ outcome, input }) => outcome !== "fail" && input.status === status);
    if (rankOf(status) > rankOf("failed") && !isProven && messages.get(id)?.status === status) {
      report({ says: `a message is ${status}, which nobody reported`, ids: [id], lines: told.map(({ line }) => line) });
    }
  }
};

/** When an API client first saw each message as sent or higher. */
export function firstSeenSent({ callsOf }: Facts): Map<string, { at: number; line: number | null }> {
  const first = new Map<string, { at: number; line: number | null }>();
  for (const { endAt, endLine, output } of callsOf("pollStatuses")) {
    if (endAt === null) continue;
    for (const [messageId, status] of output?.statuses ?? []) {
      const known = first.get(messageId);
      if (status === "pending" || (known && known.at <= endAt)) continue;
      first.set(messageId, { at: endAt, line: endLine });
    }
  }
  return first;
}

import { groupBy } from "../facts.ts";
import type { Rule } from "../finding.ts";

/** A sender is one contact with at most one open conversation per channel, however many messages arrive at once. */
export const oneConversation: Rule = ({ callsOf, rows }, report) => {
  for (const [externalId, clients] of groupBy(rows.client, ({ externalClientId }) => externalClientId)) {
    if (externalId === null || clients.length === 1) continue;
    report({ says: `the sender ${externalId} is ${clients.length} contacts`, ids: clients.map(({ id }) => id) });
  }
  const open = rows.conversation.filter(({ ended }) => !ended);
  const places = groupBy(open, (conv) => `${conv.clientId} ${conv.integrationId} ${conv.externalConversationId ?? ""}`);
  for (const convs of places.values()) {
    if (convs.length === 1) continue;
    report({ says: `a contact has ${convs.length} open conversations on one channel`, ids: convs.map(({ id }) => id) });
  }
  for (const [album, calls] of groupBy(callsOf("ingress"), ({ input }) => input.album)) {
    if (album === undefined) continue;
    const answered = calls.flatMap(({ output }) => output ?? []);
    const lines = calls.flatMap(({ line, endLine }) => [line, endLine]);
    for (const [what, ids] of [
      ["contacts", new Set(answered.map(({ clientId }) => clientId))],
      ["conversations", new Set(answered.map(({ conversationId }) => conversationId))],
    ] as const) {
      if (ids.size > 1)
        report({ says: `the album ${album} was answered with ${ids.size} ${what}`, ids: [...ids], lines });
    }
  }
};

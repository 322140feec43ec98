import { groupBy, rankOf } from "../facts.ts";
import type { Rule } from "../finding.ts";
import type { State, Status } from "../records.ts";

/** The status that MESSAGE_UPDATED reports for a final status. pending has none. */
const TOLD: Record<Status, Status | null> = {
  pending: null,
  sent: "sent",
  failed: "failed",
  delivered: "delivered",
  read: "read",
  played: "read",
};

/** A change and its event belong together: exactly one event per change, and no event without a change. */
export const events: Rule = ({ meta, rows, callsOf, messages }, report) => {
  const conversations = new Set(rows.conversation.map(({ id }) => id));
  const clients = new Map(rows.client.map((row) => [row.id, row]));
  for (const { id, name, messageId, convId, clientId } of rows.event) {
    const isThere =
      (messageId === null || messages.has(messageId)) &&
      (convId === null || conversations.has(convId)) &&
      (clientId === null || clients.has(clientId));
    if (!isThere)
      report({
        says: `an event ${name} tells of something that is not stored`,
        ids: [id, messageId ?? convId ?? clientId ?? ""],
      });
  }

  const named = groupBy(rows.event, ({ name }) => name);
  const exactly = (
    name: string,
    what: string,
    of: (event: State["event"]) => string | null,
    wanted: Iterable<string>,
  ) => {
    const found = groupBy(named.get(name) ?? [], of);
    for (const [id, several] of found) {
      if (id !== null && several.length > 1)
        report({
          says: `${several.length} events ${name} tell of one ${what}`,
          ids: [id, ...several.map((one) => one.id)],
        });
    }
    for (const id of wanted) {
      if (!found.has(id)) report({ says: `no event ${name} tells of a ${what}`, ids: [id] });
    }
  };
  const isNew = ({ createdAt }: { createdAt: string }) => createdAt >= meta.wall;
  const text = rows.message.filter((message) => message.type !== "note" && isNew(message));
  exactly(
    "INCOMING_MESSAGE",
    "message",
    (event) => event.messageId,
    text.filter(({ isAgent }) => !isAgent).map(({ id }) => id),
  );
  exactly(
    "OUTGOING_MESSAGE",
    "message",
    (event) => event.messageId,
    text.filter(({ isAgent }) => isAgent).map(({ id }) => id),
  );
  exactly(
    "NEW_CONV",
    "conversation",
    (event) => event.convId,
    rows.conversation.filter(isNew).map(({ id }) => id),
  );
  exactly("ENDING_CONV", "conversation", (event) => event.convId, []);

  // Contacts that a message created: they did not exist before their sender first wrote.
  const firstWrote = new Map<string, number>();
  for (const { input, at } of callsOf("ingress"))
    firstWrote.set(input.senderId, Math.min(at, firstWrote.get(input.senderId) ?? at));
  const begin = Date.parse(meta.wall) - meta.at;
  const brought = rows.client.filter(({ externalClientId, createdAt }) => {
    const at = firstWrote.get(externalClientId ?? "");
    return at !== undefined && Date.parse(createdAt) >= begin + at;
  });
  exactly(
    "NEW_CLIENT",
    "contact",
    (event) => event.clientId,
    brought.map(({ id }) => id),
  );

  const updates = groupBy(named.get("MESSAGE_UPDATED") ?? [], ({ messageId }) => messageId);
  for (const [messageId, told] of updates) {
    const inOrder = told.sort((a, b) => Number(BigInt(a.seq) - BigInt(b.seq)));
    const ids = inOrder.map(({ id }) => id);
    for (const [index, { status }] of inOrder.entries()) {
      const before = inOrder[index - 1]?.status;
      if (before === undefined || rankOf(before as Status) < rankOf(status as Status)) continue;
      report({
        says: `MESSAGE_UPDATED told of ${before ?? "nothing"} and then of ${status ?? "nothing"}`,
        ids: [messageId ?? "", ...ids],
      });
    }
  }
  for (const { id, status } of text.filter(({ isAgent }) => isAgent)) {
    const last = updates.get(id)?.at(-1)?.status ?? null;
    if (last !== TOLD[status])
      report({ says: `a message is ${status}, and MESSAGE_UPDATED last told of ${last ?? "nothing"}`, ids: [id] });
  }
};

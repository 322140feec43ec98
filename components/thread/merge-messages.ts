import { isForward } from "../messages/message-status.ts";

/** What merging needs to know of a message. `seq` is its place in the conversation, given by the server. */
type Mergeable = { messageId: string; seq: number; status: string };

/**
 * One conversation's messages from several answers, oldest first. A message that came twice is kept once, in its newer copy,
 * unless that copy's status lags behind the one already shown (an answer that was under way while a receipt arrived).
 */
export function mergeMessages<M extends Mergeable>(known: readonly M[], incoming: readonly M[]): M[] {
  const byId = new Map(known.map((message) => [message.messageId, message]));
  for (const message of incoming) {
    const before = byId.get(message.messageId);
    byId.set(message.messageId, before && !isForward(before.status, message.status) ? before : message);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * Whether messages between what is known and a newest page are missing, so that the page cannot simply be joined on.
 * @param newestPage any order; `reachesStart` when the conversation has no older messages than the page.
 */
export function hasGap<M extends Mergeable>(
  known: readonly M[],
  newestPage: readonly M[],
  reachesStart: boolean,
): boolean {
  if (known.length === 0 || newestPage.length === 0 || reachesStart) return false;
  const newestKnown = Math.max(...known.map((message) => message.seq));
  const oldestNew = Math.min(...newestPage.map((message) => message.seq));
  return oldestNew > newestKnown + 1;
}

import { isForward } from "../messages/message-status.ts";

/** The parts of a message that merging needs. The server assigns `seq`, its position in the conversation. */
type Mergeable = { messageId: string; seq: number; status: string };

/**
 * Merges one conversation's messages from several responses, oldest first. Of two copies of a message, the newer one is kept. The
 * exception: its status is behind the one already shown, because a receipt arrived while the response was on its way.
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
 * Whether messages are missing between the known ones and a newest page, so that the two cannot be joined.
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

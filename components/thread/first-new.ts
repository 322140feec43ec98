type Said = { messageId: string; seq: number; isAgent: boolean; type: string };

/** The unread state when a conversation was opened: the number of unread messages, and the newest message (seq) at that time. */
export type UnreadAtOpening = { count: number; upToSeq: number };

/**
 * The contact's first unread message. The line "New messages" stays above it for the whole visit. null: it is not loaded, or there was no
 * unread message.
 * @param messages oldest first
 */
export function firstNewId(messages: readonly Said[], { count, upToSeq }: UnreadAtOpening): string | null {
  let left = count;
  for (let index = messages.length - 1; index >= 0 && left > 0; index--) {
    const message = messages[index] as Said;
    if (message.isAgent || message.type === "note" || message.seq > upToSeq) continue;
    left -= 1;
    if (left === 0) return message.messageId;
  }
  return null;
}

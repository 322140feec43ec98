type Said = { messageId: string; seq: number; isAgent: boolean; type: string };

/** What was unread when a conversation was opened: how many of the client's messages, up to the newest message (seq) of that moment. */
export type UnreadAtOpening = { count: number; upToSeq: number };

/**
 * The first message of the client's that had not been read: the line "New messages" stands above it for the whole visit. Null while
 * it is not loaded, and where all had been read.
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

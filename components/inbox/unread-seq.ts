type Said = { seq: number; isAgent: boolean; type: string };

/** The place of the client's message that is the last word of a conversation, notes aside; null where the last word is ours. */
export function unreadSeq(bubbles: readonly Said[]): number | null {
  const last = bubbles.findLast(({ type }) => type !== "note");
  return last && !last.isAgent ? last.seq : null;
}

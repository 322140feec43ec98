/** A conversation's loaded messages, oldest first, and whether it has older ones. */
export type LoadedConv<M> = { convId: string; messages: readonly M[]; hasOlder: boolean };

/**
 * Interleaves the messages of several conversations by time, as far back as all of them are loaded. A message whose neighbours may not
 * be loaded is left out, so that none appears above visible ones later.
 * @returns `behind`: the conversation whose older messages are needed to go on. null: all is shown.
 */
export function mergeByTime<M extends { createdAt: string }>(
  convs: readonly LoadedConv<M>[],
): { messages: M[]; behind: string | null } {
  let behind: string | null = null;
  let floor = "";
  for (const { convId, messages, hasOlder } of convs) {
    const start = messages[0]?.createdAt ?? "";
    if (hasOlder && start > floor) [behind, floor] = [convId, start];
  }
  const messages = convs
    .flatMap((conv) => conv.messages.filter(({ createdAt }) => createdAt >= floor))
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  return { messages, behind };
}

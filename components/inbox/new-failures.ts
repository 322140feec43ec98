type Sent = { messageId: string; isAgent: boolean; status: string };

/**
 * Messages of ours that have failed before the reader's eyes: not those that were failed when they came on the page.
 * @param alive the ids of those that were seen otherwise; it is brought up to date.
 */
export function newFailures<Bubble extends Sent>(bubbles: readonly Bubble[], alive: Set<string>): Bubble[] {
  const failures = bubbles.filter(({ messageId, status }) => status === "failed" && alive.delete(messageId));
  for (const { messageId, isAgent, status } of bubbles) if (isAgent && status !== "failed") alive.add(messageId);
  return failures;
}

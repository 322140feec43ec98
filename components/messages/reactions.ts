import type { InboxWords } from "../inbox/inbox-words.ts";

/** The picker's emoji. Every channel that supports more than one emoji supports these. */
const OFFERED = ["👍", "❤️", "🙏", "🎉", "😁", "😢", "👏", "🔥"];

export function offeredReactions(channel: { reactions: readonly string[] | null }): readonly string[] {
  return channel.reactions ?? OFFERED;
}

type Reaction = { emoji: string | null; isAgent: boolean; error: string | null };

/** A reaction's text for screen readers and its tooltip. */
export function reactionLabel({ emoji, isAgent }: Reaction, clientName: string | null, t: InboxWords): string {
  const said = { emoji: emoji ?? "" };
  if (isAgent) return t("reactions.team", said);
  return clientName === null ? t("reactions.customer", said) : t("reactions.named", { ...said, name: clientName });
}

/** Why the provider does not show the team's reaction. null: it does, or it was not asked yet. */
export function reactionProblem(reactions: readonly Reaction[], t: InboxWords): string | null {
  const refused = reactions.find(({ isAgent, error }) => isAgent && error !== null);
  if (!refused) return null;
  return t(refused.emoji === null ? "reactions.notTakenBack" : "reactions.notShown", { why: refused.error ?? "" });
}

/** The reactions with the team's own replaced, as they will be after the service has accepted it. */
export function withOwnReaction<R extends Reaction & { agentId: string | null; at: string }>(
  reactions: readonly R[],
  emoji: string | null,
  by: { agentId: string | null; at: string },
): (R | (Reaction & typeof by))[] {
  const others = reactions.filter(({ isAgent }) => !isAgent);
  return emoji === null ? others : [...others, { emoji, isAgent: true, error: null, ...by }];
}

import type { InboxWords } from "../inbox/inbox-words.ts";

/** Offered by the picker: every channel that takes more than one takes these. */
const OFFERED = ["👍", "❤️", "🙏", "🎉", "😁", "😢", "👏", "🔥"];

export function offeredReactions(channel: { reactions: readonly string[] | null }): readonly string[] {
  return channel.reactions ?? OFFERED;
}

type Reaction = { emoji: string | null; isAgent: boolean; error: string | null };

/** What a screen reader says of a reaction, and its tooltip. */
export function reactionLabel({ emoji, isAgent }: Reaction, clientName: string | null, t: InboxWords): string {
  const said = { emoji: emoji ?? "" };
  if (isAgent) return t("reactions.team", said);
  return clientName === null ? t("reactions.customer", said) : t("reactions.named", { ...said, name: clientName });
}

/** Why the provider does not show what the team did; null where it does, or was not asked yet. */
export function reactionProblem(reactions: readonly Reaction[], t: InboxWords): string | null {
  const refused = reactions.find(({ isAgent, error }) => isAgent && error !== null);
  if (!refused) return null;
  return t(refused.emoji === null ? "reactions.notTakenBack" : "reactions.notShown", { why: refused.error ?? "" });
}

/** The reactions with the team's replaced, as they will be when the service has taken it. */
export function withOwnReaction<R extends Reaction & { agentId: string | null; at: string }>(
  reactions: readonly R[],
  emoji: string | null,
  by: { agentId: string | null; at: string },
): (R | (Reaction & typeof by))[] {
  const others = reactions.filter(({ isAgent }) => !isAgent);
  return emoji === null ? others : [...others, { emoji, isAgent: true, error: null, ...by }];
}

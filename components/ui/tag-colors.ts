/** The six colours of tags, stages and faces. Their texts are readable on their tints in both themes. */
export const TAG_COLORS = ["stone", "rose", "amber", "green", "blue", "violet"] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** The colour of a tag or stage: the chosen one, or the one of its text. */
export function colorOf({ tag, color }: { tag: string; color: TagColor | null }): TagColor {
  return color ?? colorFor(tag);
}

/** Always the same colour for the same text. */
export function colorFor(text: string): TagColor {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return TAG_COLORS[sum % TAG_COLORS.length] ?? "stone";
}

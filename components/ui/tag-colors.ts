/** The six colours of tags, stages and faces. Their texts are readable on their tints in both themes. */
export const TAG_COLORS = ["stone", "rose", "amber", "green", "blue", "violet"] as const;
export type TagColor = (typeof TAG_COLORS)[number];

/** The colour where none was chosen: always the same one for the same text. */
export function colorFor(text: string): TagColor {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return TAG_COLORS[sum % TAG_COLORS.length] ?? "stone";
}

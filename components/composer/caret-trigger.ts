/** What is being looked for at the caret: a canned reply, a macro (a reply that does something besides), an emoji, an agent, a variable. */
type TriggerKind = "reply" | "macro" | "emoji" | "mention" | "variable";
/** `from` to the caret is what a choice takes the place of. */
export type Trigger = { kind: TriggerKind; query: string; from: number };

/** Each begins a word: an address (https://…), a time (10:30) or a mail address opens nothing. */
const SIGNS: [TriggerKind, RegExp][] = [
  ["variable", /\{\{\s*([\w.]*)$/u],
  ["reply", /(?<=^|\s)\/([\p{L}\p{N}_.-]*)$/u],
  // Not "#1001": that is an order, and Enter sends it.
  ["macro", /(?<=^|\s)#([\p{L}_.-]*)$/u],
  ["emoji", /(?<=^|\s):([\p{L}\p{N}_+-]{2,})$/u],
  ["mention", /(?<=^|\s)@([\p{L}\p{N}_.-]*)$/u],
];

/** What stands before the caret; null: nothing that opens a list. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  for (const [kind, sign] of SIGNS) {
    const match = sign.exec(before);
    if (match) return { kind, query: match[1] ?? "", from: match.index };
  }
  return null;
}

/** The text with a choice in the place of what was typed for it, and where the caret is then. */
export function withChoice(
  text: string,
  { from }: Pick<Trigger, "from">,
  caret: number,
  choice: string,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + choice + text.slice(caret), caret: from + choice.length };
}

/** What the user searches for at the caret: a canned reply, a macro (a reply with actions), an emoji, an agent or a variable. */
type TriggerKind = "reply" | "macro" | "emoji" | "mention" | "variable";
/** A choice replaces the text between `from` and the caret. */
export type Trigger = { kind: TriggerKind; query: string; from: number };

/** Each sign must begin a word, so that an address (https://…), a time (10:30) or an email address opens no list. */
const SIGNS: [TriggerKind, RegExp][] = [
  ["variable", /\{\{\s*([\w.]*)$/u],
  ["reply", /(?<=^|\s)\/([\p{L}\p{N}_.-]*)$/u],
  // Digits are excluded: "#1001" is an order number, and Enter must send it.
  ["macro", /(?<=^|\s)#([\p{L}_.-]*)$/u],
  ["emoji", /(?<=^|\s):([\p{L}\p{N}_+-]{2,})$/u],
  ["mention", /(?<=^|\s)@([\p{L}\p{N}_.-]*)$/u],
];

/** The trigger before the caret. null: nothing there opens a list. */
export function triggerAt(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  for (const [kind, sign] of SIGNS) {
    const match = sign.exec(before);
    if (match) return { kind, query: match[1] ?? "", from: match.index };
  }
  return null;
}

/** The text after a choice has replaced the typed trigger, and the new caret position. */
export function withChoice(
  text: string,
  { from }: Pick<Trigger, "from">,
  caret: number,
  choice: string,
): { text: string; caret: number } {
  return { text: text.slice(0, from) + choice + text.slice(caret), caret: from + choice.length };
}

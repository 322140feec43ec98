type CutReply = {
  /** The text without keywords. null: no text is left. */
  text: string | null;
  handover: boolean;
  /** Never together with `handover`, which takes precedence. */
  end: boolean;
};

// A model may write a keyword in lower case, in bold or code, escaped, in full-width characters, with a sign shared by two keywords,
// or with invisible characters in it. A contact must see none of these. Other words (#ending, "# END") are normal text.
const HASH = "\\\\?[#＃]";
const UNSEEN = "\\p{Default_Ignorable_Code_Point}*";
const word = (letters: string) => [...letters].join(UNSEEN);
const KEYWORD = `${HASH}(?:${UNSEEN}(?:${word("HANDOVER")}|${word("END")})${UNSEEN}${HASH})+`;
const MARKED = new RegExp(`([*_~\`]{1,3})${UNSEEN}${KEYWORD}${UNSEEN}\\1|${KEYWORD}`, "giu");
const HANDOVER = new RegExp(word("HANDOVER"), "iu");
const ONLY_UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** Characters. More than all messages of one answer can hold, so anything longer is never sent and is not searched. */
const LOOKED_THROUGH = 70_000;
/** A keyword that a removal joins together starts at most this many characters before it, unless it is full of invisible characters. */
const HALF = 64;

/**
 * Removes #HANDOVER# and #END# from an assistant's text (contract, "AI assistant"). Text without keywords is returned unchanged.
 * Never use it for the text of a contact or a source: there, these words have no special meaning.
 */
export function cutKeywords(reply: string): CutReply {
  let text = reply.length > LOOKED_THROUGH ? reply.slice(0, LOOKED_THROUGH).toWellFormed() : reply;
  let handover = false;
  let end = false;
  // Repeat until no keyword is left, because a removal may join the halves of another one. Continue near the last removal, or a reply
  // that consists of keywords would take minutes. Finally, search once more from the start.
  for (let from = 0; ;) {
    MARKED.lastIndex = from;
    const found = MARKED.exec(text);
    if (!found && from === 0) break;
    from = found ? Math.max(0, found.index - HALF) : 0;
    if (!found) continue;
    if (HANDOVER.test(found[0])) handover = true;
    else end = true;
    text = join(text.slice(0, found.index), text.slice(found.index + found[0].length));
  }
  return { text: ONLY_UNSEEN.test(text) ? null : text, handover, end: end && !handover };
}

/** Fills the gap with the wider of the two white spaces around it. At the ends and before a full stop, it leaves no gap. */
function join(before: string, after: string): string {
  const left = before.trimEnd();
  const right = after.trimStart();
  if (left === "" || right === "") return left + right;
  const gaps = [before.slice(left.length), after.slice(0, after.length - right.length)];
  const lines = Math.max(...gaps.map((gap) => gap.split("\n").length - 1));
  if (lines > 0) return `${left}${lines > 1 ? "\n\n" : "\n"}${right}`;
  return `${left}${gaps.join("") === "" || /^[.,!?;:]/.test(right) ? "" : " "}${right}`;
}

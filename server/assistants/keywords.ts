type CutReply = {
  /** The text without keywords; null when nothing is left to be read. */
  text: string | null;
  handover: boolean;
  /** Never together with `handover`, which comes first. */
  end: boolean;
};

// A model may write a keyword in small letters, as bold or code, escaped, in full-width signs, two of them sharing a sign, or with
// characters between its letters that nobody sees. A customer must read none of these. Words of their own (#ending, "# END") are text.
const HASH = "\\\\?[#＃]";
const UNSEEN = "\\p{Default_Ignorable_Code_Point}*";
const word = (letters: string) => [...letters].join(UNSEEN);
const KEYWORD = `${HASH}(?:${UNSEEN}(?:${word("HANDOVER")}|${word("END")})${UNSEEN}${HASH})+`;
const MARKED = new RegExp(`([*_~\`]{1,3})${UNSEEN}${KEYWORD}${UNSEEN}\\1|${KEYWORD}`, "giu");
const HANDOVER = new RegExp(word("HANDOVER"), "iu");
const ONLY_UNSEEN = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;

/** More than all messages of one answer can hold: what stands behind it reaches nobody, and is not looked through either. */
const LOOKED_THROUGH = 70_000;
/** A keyword that a cut brings together begins so near before it, unless it is full of what nobody sees. */
const HALF = 64;

/**
 * Cuts #HANDOVER# and #END# out of what an assistant wrote (contract, "AI assistant"). Text without them comes back as it is. Never
 * to be asked about what a client or a source wrote: there the words are words.
 */
export function cutKeywords(reply: string): CutReply {
  let text = reply.length > LOOKED_THROUGH ? reply.slice(0, LOOKED_THROUGH).toWellFormed() : reply;
  let handover = false;
  let end = false;
  // Again until none is left: the cut may have brought the halves of another one together. From near the cut on, or a reply that is
  // made of keywords would take minutes; then once more from the begin.
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

/** The gap that a keyword leaves is as wide as the widest white space beside it, and none at the ends and before a full stop. */
function join(before: string, after: string): string {
  const left = before.trimEnd();
  const right = after.trimStart();
  if (left === "" || right === "") return left + right;
  const gaps = [before.slice(left.length), after.slice(0, after.length - right.length)];
  const lines = Math.max(...gaps.map((gap) => gap.split("\n").length - 1));
  if (lines > 0) return `${left}${lines > 1 ? "\n\n" : "\n"}${right}`;
  return `${left}${gaps.join("") === "" || /^[.,!?;:]/.test(right) ? "" : " "}${right}`;
}

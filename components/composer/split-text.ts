/**
 * Splits a text into as few parts as fit. Cuts at a paragraph, a sentence or a word if there is one in the second half of a part.
 * @param fits whether a part is short enough for the channel.
 */
export function splitText(text: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (!fits(rest)) {
    const most = longestThatFits(rest, fits);
    if (most === 0) return [...parts, rest];
    const cut = cutBefore(rest, most);
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === "" ? parts : [...parts, rest];
}

/** How many UTF-16 units from the start of the text fit. Never splits a character. */
function longestThatFits(text: string, fits: (part: string) => boolean): number {
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(text.slice(0, middle))) least = middle;
    else most = middle - 1;
  }
  const isHalf = /[\uD800-\uDBFF]$/.test(text.slice(0, least));
  return isHalf ? least - 1 : least;
}

function cutBefore(text: string, most: number): number {
  const part = text.slice(0, most);
  for (const end of [/\n\s*\n(?!.*\n\s*\n)/su, /[.!?…]\s(?!.*[.!?…]\s)/su, /\s(?!.*\s)/su]) {
    const at = part.search(end);
    if (at >= most / 2) return at + 1;
  }
  return most;
}

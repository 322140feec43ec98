/** WhatsApp's formatting: *bold*, _italic_, ~strike~, `code` and ```code over lines```. */
export type TextMark = "bold" | "italic" | "strike" | "code";

/** A piece of a text from `start` to `end`, without its formatting characters. */
type MarkedRun = { start: number; end: number; marks: TextMark[] };

const MARKS: Record<string, TextMark> = { "*": "bold", _: "italic", "~": "strike" };

/** The text in pieces as WhatsApp renders it. An unpaired formatting character stays as text. */
export function markedRuns(text: string): MarkedRun[] {
  const runs: MarkedRun[] = [];
  read(text, 0, text.length, [], runs);
  return runs;
}

function read(text: string, from: number, to: number, marks: TextMark[], runs: MarkedRun[]): void {
  let plainFrom = from;
  const flush = (end: number) => {
    if (end > plainFrom) runs.push({ start: plainFrom, end, marks });
  };
  let at = from;
  while (at < to) {
    const span = codeAt(text, at, to) ?? markAt(text, at, to, marks);
    if (!span) {
      at += 1;
      continue;
    }
    flush(at);
    if (span.mark === "code") runs.push({ start: span.from, end: span.to, marks: [...marks, "code"] });
    else read(text, span.from, span.to, [...marks, span.mark], runs);
    at = plainFrom = span.end;
  }
  flush(to);
}

type Span = { from: number; to: number; end: number; mark: TextMark };

function codeAt(text: string, at: number, to: number): Span | null {
  for (const sign of ["```", "`"]) {
    if (!text.startsWith(sign, at)) continue;
    const from = at + sign.length;
    const close = text.indexOf(sign, from);
    if (close <= from || close + sign.length > to) continue;
    if (sign === "`" && text.slice(from, close).includes("\n")) continue;
    return { from, to: close, end: close + sign.length, mark: "code" };
  }
  return null;
}

function markAt(text: string, at: number, to: number, marks: TextMark[]): Span | null {
  const sign = text.charAt(at);
  const mark = MARKS[sign];
  if (mark === undefined || marks.includes(mark)) return null;
  if (isWord(text[at - 1]) || !isSolid(text[at + 1])) return null;
  for (let close = at + 2; close < to && text[close] !== "\n"; close += 1) {
    if (text[close] === sign && isSolid(text[close - 1]) && !isWord(text[close + 1])) {
      return { from: at + 1, to: close, end: close + 1, mark };
    }
  }
  return null;
}

/** A formatting character between two letters, as in a_file_name, has no effect. */
function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function isSolid(character: string | undefined): boolean {
  return character !== undefined && !/\s/u.test(character);
}

/** Limit of words in a search. Further words are ignored. */
const WORDS_MAX = 12;

/** Lowercase without accents, as the database's message_search() does it. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
}

export function searchWords(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS_MAX);
}

/** The words for to_tsquery: all are required, and the last one matches as a prefix. */
export function tsQueryOf(words: readonly string[]): string {
  return words
    .map((word, index) => `'${word.replace(/[\\']/g, " ")}'${index === words.length - 1 ? ":*" : ""}`)
    .join(" & ");
}

export type Snippet = {
  text: string;
  /** Positions in `text`, in UTF-16 units as browsers count. */
  highlights: { start: number; end: number }[];
};

const AROUND = 60;

/** The part of a text around the first match, with the positions of the matches in it. */
export function snippetOf(text: string, words: readonly string[]): Snippet {
  const line = text.replace(/\s+/g, " ").trim();
  const { plain, at } = foldedWithPlaces(line);
  const hits = words
    .flatMap((word) => placesOf(plain, word))
    .map(({ start, end }) => ({ start: at[start] ?? 0, end: at[end] ?? line.length }))
    .sort((a, b) => a.start - b.start);
  const first = hits[0] ?? { start: 0, end: 0 };
  const from = wholeCharacter(line, Math.max(0, first.start - AROUND));
  const to = wholeCharacter(line, Math.min(line.length, first.end + AROUND));
  const lead = from > 0 ? "…" : "";
  const shift = lead.length - from;
  const highlights: Snippet["highlights"] = [];
  for (const { start, end } of hits) {
    const last = highlights.at(-1);
    if (end > to || (last && start + shift < last.end)) continue;
    highlights.push({ start: start + shift, end: end + shift });
  }
  return { text: `${lead}${line.slice(from, to)}${to < line.length ? "…" : ""}`, highlights };
}

/** The positions where the search word begins a word of the text. */
function placesOf(plain: string, word: string): { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let start = plain.indexOf(word); start !== -1; start = plain.indexOf(word, start + word.length)) {
    const isBegun = start > 0 && /[\p{L}\p{N}]/u.test(plain[start - 1] ?? "");
    if (!isBegun) places.push({ start, end: start + word.length });
  }
  return places;
}

/** The folded text, and for each of its units the position in the original. */
function foldedWithPlaces(line: string): { plain: string; at: number[] } {
  let plain = "";
  const at: number[] = [];
  let place = 0;
  for (const character of line) {
    const small = folded(character);
    for (let unit = 0; unit < small.length; unit += 1) at.push(place);
    plain += small;
    place += character.length;
  }
  at.push(line.length);
  return { plain, at };
}

/** Moves a position out of the middle of a surrogate pair. */
function wholeCharacter(line: string, place: number): number {
  const unit = line.charCodeAt(place);
  return unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
}

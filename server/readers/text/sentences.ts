/** Scripts without spaces between words. */
const NO_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
/** A word, or the longest part of one that fits into a passage. */
const WORD = /\S{1,400}/gu;

/** Maximum characters of a word. A longer one counts as several words. */
const WORD_MAX = 25;

/** Counts the words of a text. In scripts without spaces, two characters count as one word. */
export function countWords(text: string): number {
  const tight = text.match(NO_SPACES)?.length ?? 0;
  const rest = tight > 0 ? text.replace(NO_SPACES, " ") : text;
  const words = (rest.match(/\S+/g)?.length ?? 0) + Math.ceil(tight / 2);
  return Math.max(words, Math.ceil(text.length / WORD_MAX));
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
/** Patterns after which a full stop does not end a sentence: abbreviations, initials, numbers in a date ("am 3. Mai"). */
const NO_END =
  /(?:^|[\s(])(?:(?:e\.g|i\.e|approx|incl|excl|vs|resp|no|nos|art|vol|fig|tel|mr|mrs|ms|dr|prof|st|z\.\s?b|bzw|ca|ggf|inkl|exkl|zzgl|evtl|usw|nr|abs|str|d\.\s?h|u\.\s?a|m\.\s?e|p\.\s?ej|aprox|núm|sr|sra|env|par ex)\.|\p{Lu}\.|\d{1,2}\.)\s*$/iu;

/** The sentences of a text, in order. The end of a line ends its sentence. */
export function sentencesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const sentences: string[] = [];
    let open = "";
    for (const { segment } of segmenter.segment(line)) {
      open += segment;
      if (NO_END.test(segment)) continue;
      sentences.push(open.trim());
      open = "";
    }
    sentences.push(open.trim());
    return sentences.filter(Boolean);
  });
}

export function cutAtWords(text: string, most: number): string[] {
  if (countWords(text) <= most) return [text];
  const pieces: string[] = [];
  let open = "";
  let words = 0;
  for (const [word] of text.matchAll(WORD)) {
    const size = countWords(word);
    if (words > 0 && words + size > most) {
      pieces.push(open);
      open = "";
      words = 0;
    }
    open += open === "" ? word : ` ${word}`;
    words += size;
  }
  return open === "" ? pieces : [...pieces, open];
}

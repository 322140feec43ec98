/** Letters of the shortest word that may be misspelt, and of the shortest that may be misspelt twice. */
const ONE_SLIP_FROM = 6;
const TWO_SLIPS_FROM = 9;

/** Whether one word is the other misspelt: a letter more, less or other, or two that changed places; two such slips in a long word. */
export function isMisspelt(word: string, other: string): boolean {
  const length = Math.min(word.length, other.length);
  if (length < ONE_SLIP_FROM || /\p{N}/u.test(word) || /\p{N}/u.test(other)) return false;
  const most = length >= TWO_SLIPS_FROM ? 2 : 1;
  return Math.abs(word.length - other.length) <= most && slips(word, other, most) <= most;
}

/** Insertions, deletions, substitutions and exchanges of neighbours between two words; more than `most` is `most + 1`. */
function slips(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchange) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}

/** Letters that a word must have to be a part of another; German "Frist" in "Rückgabefrist", English "deliver" in "delivery". */
const PART_MIN = 4;

/** How much of the longer word the shorter one says where it begins or ends it: 0 to 1; 0 where it does neither. */
export function partShare(word: string, other: string): number {
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  if (short.length < PART_MIN) return 0;
  if (long.startsWith(short)) return short.length / long.length;
  return short.length > PART_MIN && long.endsWith(short) ? short.length / long.length : 0;
}

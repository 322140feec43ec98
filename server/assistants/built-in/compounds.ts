import type { Vocabulary } from "./vocabulary.ts";

/** Letters of a part, but for a few short words that make many compounds. */
const PART_MIN = 4;
const SHORT = new Set("tag uhr zug bus ski rad weg see abo app pin sim hof tür not geld bar eis hut öl".split(" "));
/** What stands between the parts of a German compound: "Kündigung-s-frist". The longest first. */
const LINKS = ["es", "en", "er", "s", "n", "e", ""];

/** The two parts of a compound, the first without what links it to the second; the second says what the thing is. */
type Compound = { modifier: string; head: string };

/** Parts a compound where both parts are words; of several places the one that leaves the longest shorter part. Null where there is none. */
export function splitCompound(word: string, isWord: (part: string) => boolean): Compound | null {
  const isPart = (part: string) => (part.length >= PART_MIN || SHORT.has(part)) && isWord(part);
  let best: Compound | null = null;
  for (let at = 2; at <= word.length - 3; at++) {
    const head = word.slice(at);
    if (!isPart(head)) continue;
    const before = word.slice(0, at);
    const modifier = LINKS.filter((link) => before.endsWith(link))
      .map((link) => before.slice(0, before.length - link.length))
      .findLast(isPart);
    if (modifier === undefined) continue;
    if (best === null || shorter({ modifier, head }) > shorter(best)) best = { modifier, head };
  }
  return best;
}

function shorter({ modifier, head }: Compound): number {
  return Math.min(modifier.length, head.length);
}

type Sorted = { forwards: readonly string[]; backwards: readonly string[] };
const sorted = new WeakMap<Vocabulary, Sorted>();

/** Words of the passages that begin with this one, or end with it, by which it is the kind of thing ("Rechnung": "Monatsrechnung"). */
export function compoundsWith(vocabulary: Vocabulary, part: string): { asModifier: string[]; asHead: string[] } {
  if (part.length < PART_MIN) return { asModifier: [], asHead: [] };
  const { forwards, backwards } = sortedWords(vocabulary);
  const isLonger = (word: string) => word.length >= part.length + PART_MIN;
  return {
    asModifier: beginningWith(forwards, part).filter(isLonger),
    asHead: beginningWith(backwards, reversed(part))
      .map(reversed)
      .filter((word) => isLonger(word) || PARTICLES.has(word.slice(0, -part.length))),
  };
}

const PARTICLES = new Set(["ab", "an", "auf", "aus", "ein", "mit", "vor", "nach", "zu", "um", "her", "hin"]);

function sortedWords(vocabulary: Vocabulary): Sorted {
  const known = sorted.get(vocabulary);
  if (known) return known;
  const words = [...vocabulary.passagesWith.keys()].filter((word) => /^\p{L}/u.test(word));
  const made = { forwards: words.toSorted(byCode), backwards: words.map(reversed).toSorted(byCode) };
  sorted.set(vocabulary, made);
  return made;
}

function beginningWith(words: readonly string[], beginning: string): string[] {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? "") < beginning) low = middle + 1;
    else high = middle;
  }
  const found: string[] = [];
  for (let at = low; words[at]?.startsWith(beginning); at++) found.push(words[at] ?? "");
  return found;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function reversed(word: string): string {
  return [...word].reverse().join("");
}

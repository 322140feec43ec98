import { infinitives } from "./inflections.ts";
import { wordsOf } from "./words.ts";

/** Words that German verbs leave at the end of a clause: "bucht ihr das Geld ab". */
const PARTICLES = new Set(
  "ab an auf aus ein mit vor nach zu um weg her hin los zurück zusammen weiter fest frei durch raus rein wieder vorbei bei".split(
    " ",
  ),
);

/** What a clause ends with: a comma, a full stop, a word that begins the next one. */
const CLAUSE_END = /[,;.:!?\n–]|\b(?:und|oder|aber|wenn|weil|dass|ob|wie|was|als)\b/iu;

/**
 * Verbs of a German text that stand apart from their particle, put together again: by the word that stands for the verb, the infinitives
 * that it may be ("bucht … ab": "abbuchen"). Which of them is a word, the caller knows; a noun gives none that is.
 */
export function separatedVerbs(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const clause of text.split(CLAUSE_END)) {
    const words = wordsOf(clause);
    const particle = words.at(-1);
    if (particle === undefined || !PARTICLES.has(particle)) continue;
    for (const word of words.slice(0, -1))
      found.set(word, [
        ...(found.get(word) ?? []),
        ...infinitives(word).map((infinitive) => `${particle}${infinitive}`),
      ]);
  }
  return found;
}

export function isParticle(word: string): boolean {
  return PARTICLES.has(word);
}

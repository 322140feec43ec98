import { compoundsWith, splitCompound } from "./compounds.ts";
import { telling } from "./filler.ts";
import { bareVerb, otherForms } from "./inflections.ts";
import { KIND, meaningsBy } from "./meanings.ts";
import type { Meant } from "./meanings.ts";
import { isMisspelt, partShare } from "./near-words.ts";
import { isParticle, separatedVerbs } from "./separable.ts";
import { stemsOf } from "./stems.ts";
import { standingIn } from "./vocabulary.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { sentencesOf } from "../../readers/text/sentences.ts";
import { withoutJoined, wordsOf } from "./words.ts";

/** Something that a question is about, and every word of the passages that says it. */
export type Term = {
  /** As the client wrote it. */
  word: string;
  /** Words and stems of the passages with how surely each means the same: 1 the word itself. */
  forms: ReadonlyMap<string, number>;
  /** Of them, words of another language, which mean it in passages of that language only: French "car" is a coach. */
  onlyIn: ReadonlyMap<string, Language>;
  /** How much it tells, of this question and in these passages; 0 and more. */
  weight: number;
  /** Whether it stands in what is asked, and says what it is about. */
  isCentral: boolean;
};

/** What a form that is not the word itself counts. */
const INFLECTED = 0.95;
const MISSPELT = 0.85;
const PART = 0.7;
/** A compound says what its head says, of some kind; what its modifier says, it has to do with. Of the question's and the passages'. */
const HEAD = 0.8;
const MODIFIER = 0.6;
/** What the parts of a question's compound weigh beside other words. */
const PARTS = { modifier: 0.65, head: 0.85 };
/** What the verb says without its particle ("fahren" of "mitfahren"). */
const BARE = 0.55;
/** What a word counts by how much it tells in its language, and one that stands in a sentence which asks nothing. */
const TELLS = { nothing: 0.4, little: 0.75, much: 1 };
const ASIDE = 0.65;
/** Languages that write compounds in one word. */
const COMPOUNDING = new Set<Language>(["german", "dutch", "swedish", "norwegian", "danish", "finnish", "hungarian"]);

/** What a question asks for, in terms of an assistant's passages. */
export async function termsOf(question: string, language: Language, vocabulary: Vocabulary): Promise<Term[]> {
  const languages = [...new Set([language, ...vocabulary.languages])];
  const meanings = await meaningsBy();
  const said = sayings(
    question,
    language,
    (word) => vocabulary.passagesWith.has(word) || meanings.isWord(language, word),
  );
  const stems = await stemsOf([[language, said.flatMap(({ word, others, bare }) => [word, ...others, ...bare])]]);
  const text = ` ${withoutJoined(wordsOf(question)).join(" ")} `;
  const terms: Term[] = [];
  const seen = new Set<string>();
  for (const { word, others, bare, share, isAside } of said) {
    const own = stems(language, word);
    // A word that the question's language leaves out is left out, in whatever other language it means something.
    if (own.length === 0 || own.some((stem) => seen.has(stem))) continue;
    for (const stem of own) seen.add(stem);
    const forms = new Map<string, number>();
    const onlyIn = new Map<string, Language>();
    const put = (form: string, quality: number, spokenIn = language) => {
      if (standingIn(vocabulary, form) === 0) return;
      if (spokenIn === language) onlyIn.delete(form);
      else if (!forms.has(form)) onlyIn.set(form, spokenIn);
      if ((forms.get(form) ?? 0) < quality) forms.set(form, quality);
    };
    put(word, 1);
    for (const stem of own) put(stem, 1);
    const inflected = others.flatMap((other) => stems(language, other));
    for (const stem of inflected) put(stem, INFLECTED);
    for (const other of bare) for (const stem of stems(language, other)) put(stem, BARE);
    const isNumber = /^\p{N}/u.test(word);
    if (!isNumber) {
      const isKnown = forms.size > 0 || meanings.isWord(language, word, own);
      for (const near of alike(word, own, vocabulary, language, isKnown)) put(near.form, near.quality);
      for (const meant of meanings.formsOf({ language, word, stems: [...own, ...inflected], text }, languages))
        for (const { form, quality } of withCompounds(meant, vocabulary)) put(form, quality, meant.language);
    }
    const tells = telling(language, word);
    terms.push({
      word,
      forms,
      onlyIn,
      weight: rarity(forms, vocabulary) * TELLS[tells] * (isAside ? ASIDE : 1) * share,
      isCentral: tells === "much" && !isAside,
    });
  }
  return terms;
}

/** A word of the question; `others`: forms that mean it too; `bare`: verbs that it is made of; `share`: of a compound's part, else 1. */
type Saying = { word: string; others: string[]; bare: string[]; share: number; isAside: boolean };

/** The words that a question is looked up by: verbs with their particles, and compounds that nobody wrote as their parts. */
function sayings(question: string, language: Language, isKnown: (word: string) => boolean): Saying[] {
  const { words, aside } = spoken(question);
  const plain = (word: string, isAside: boolean, share = 1): Saying => ({
    word,
    others: otherForms(language, word),
    bare: language === "german" ? bareVerb(word) : [],
    share,
    isAside,
  });
  const verbs = language === "german" ? separatedVerbs(question) : new Map<string, string[]>();
  const whole = new Map(
    [...words].flatMap((word) => {
      const verb = verbs.get(word)?.find(isKnown);
      return verb === undefined ? [] : [[word, verb] as const];
    }),
  );
  return [...words].flatMap((word) => {
    const isAside = aside.has(word);
    const verb = whole.get(word);
    if (verb !== undefined) return [plain(verb, isAside)];
    if (isParticle(word) && [...whole.values()].some((each) => each.startsWith(word))) return [];
    const isCompound = language === "german" && !isKnown(word) && !otherForms(language, word).some(isKnown);
    const compound = isCompound
      ? splitCompound(word, (part) => isKnown(part) || telling(language, part) === "little")
      : null;
    if (compound === null) return [plain(word, isAside)];
    return [plain(compound.modifier, isAside, PARTS.modifier), plain(compound.head, isAside, PARTS.head)];
  });
}

/** A word that means the same, and the compounds of the passages that are made of it. */
function withCompounds(meant: Meant, vocabulary: Vocabulary): { form: string; quality: number }[] {
  const { form, quality, language } = meant;
  if (!COMPOUNDING.has(language)) return [meant];
  const { asHead, asModifier } = compoundsWith(vocabulary, form);
  return [
    meant,
    ...asHead.map((word) => ({ form: word, quality: quality * HEAD })),
    ...asModifier.map((word) => ({ form: word, quality: quality * MODIFIER })),
  ];
}

/** A few passages are taken for so many: in them every word is rare or frequent by chance. */
const PASSAGES_MIN = 100;
/** What a word of no passage tells. */
const TELLS_MOST = 2.3;

/**
 * The rarer, the more telling: the root of BM25's measure, on the same scale for small collections and large ones. That its kind is
 * spoken of everywhere ("pet") does not make a word ("rabbit") tell less.
 */
function rarity(forms: ReadonlyMap<string, number>, vocabulary: Vocabulary): number {
  const passages = Math.max(vocabulary.passageCount, PASSAGES_MIN);
  const same = [...forms].filter(([, quality]) => quality > KIND);
  const standing = Math.max(0, ...same.map(([form, quality]) => standingIn(vocabulary, form) * quality));
  const measure = (count: number) => Math.log(1 + (passages - count + 0.5) / (count + 0.5));
  return TELLS_MOST * Math.sqrt(measure(Math.min(standing, passages)) / measure(0));
}

/** The question's words, and those of them that stand in sentences beside what is asked ("I moved house. …?"). */
function spoken(question: string): { words: Set<string>; aside: Set<string> } {
  const sentences = sentencesOf(question);
  const asking = sentences.filter((sentence) => /[?？]/.test(sentence) || ASKING.test(sentence));
  const core = asking.length > 0 ? asking : sentences;
  const inCore = new Set(core.flatMap((sentence) => withoutJoined(wordsOf(sentence))));
  const words = new Set(sentences.flatMap((sentence) => withoutJoined(wordsOf(sentence))));
  return { words, aside: new Set([...words].filter((word) => !inCore.has(word))) };
}

const ASKING =
  /^\s*(?:how|what|when|where|which|who|why|can|could|do|does|is|are|may|wie|was|wann|wo|welche[rs]?|wer|warum|kann|können|könnt|gibt|muss|darf|cómo|qué|cuándo|dónde|cuál|cuánto|puedo|hay|comment|quand|où|quel(?:le)?s?|combien|peut-on|puis-je|est-ce)\b/iu;

/** Words of the passages that the word is a misspelling of, a part of, or made of. */
function alike(
  word: string,
  own: readonly string[],
  { byInitial, passagesWith }: Vocabulary,
  language: Language,
  isKnown: boolean,
): { form: string; quality: number }[] {
  const compounds = COMPOUNDING.has(language);
  const head = language === "german" && bareVerb(word).length > 0 ? BARE : HEAD;
  const found: { form: string; quality: number }[] = [];
  const [stem = word] = own;
  const lists = compounds ? [...byInitial.values()] : [byInitial.get(word.charAt(0)) ?? []];
  for (const list of lists) {
    for (const form of list) {
      if (form === word || form === stem || telling(language, form) !== "much") continue;
      const share = partShare(stem, form);
      const isSameBeginning =
        share > 0 && form.charAt(0) === stem.charAt(0) && (form.startsWith(stem) || stem.startsWith(form));
      if (isSameBeginning && share >= 0.7) found.push({ form, quality: PART });
      else if (compounds && share >= 0.3)
        found.push({ form, quality: form.endsWith(stem) ? HEAD : stem.endsWith(form) ? head : MODIFIER });
      else if (!isKnown && form.charAt(0) === word.charAt(0) && isMisspelt(word, form))
        found.push({ form, quality: MISSPELT });
    }
  }
  // Of several misspellings the usual word is meant.
  const standing = ({ form }: { form: string }) => passagesWith.get(form) ?? 0;
  if (!isKnown) found.sort((a, b) => b.quality - a.quality || standing(b) - standing(a));
  return found.slice(0, 24);
}

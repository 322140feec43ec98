import { expect, test } from "vitest";
import { KINDS, ROWS } from "./concepts/concepts.ts";
import type { Language } from "../../readers/text/language-names.ts";
import { meaningsBy } from "./meanings.ts";
import { stemsOf } from "./stems.ts";
import { termsOf } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** What passages of one language may say for a word of a question, and how surely. */
async function meantBy(language: Language, word: string, question: string, languages: Language[] = [language]) {
  const [meanings, stems] = await Promise.all([meaningsBy(), stemsOf([[language, [word]]])]);
  const meant = meanings.formsOf({ language, word, stems: stems(language, word), text: ` ${question} ` }, languages);
  return new Map(meant.map(({ form, quality }) => [form, quality]));
}

test("every row of the tables has words of four languages, and none stands there twice", () => {
  for (const cells of [...ROWS, ...KINDS.flatMap(({ kind, members }) => [kind, members])])
    for (const words of Object.values(cells)) {
      expect(words.length, JSON.stringify(cells)).toBeGreaterThan(0);
      for (const word of words) expect(word, JSON.stringify(cells)).toMatch(/^\S(?:.*\S)?$/u);
    }
  const written = [...ROWS, ...KINDS].map((row) => JSON.stringify(row));
  expect(new Set(written).size).toBe(written.length);
});

test("a word is met by those that mean the same, in the languages of the passages", async () => {
  const meant = await meantBy("english", "refund", "when do i get my refund", ["english", "german"]);
  expect([meant.get("reimburs"), meant.get("erstatt")]).toEqual([0.7, 0.7]);
});

test("a member of a kind is met by what the kind is called, less surely, and not the other way round", async () => {
  const beer = await meantBy("english", "beer", "is beer included");
  expect(beer.get("drink")).toBe(0.55);
  const drinks = await meantBy("english", "drinks", "are drinks included");
  expect([drinks.has("beer"), drinks.get("beverag")]).toEqual([false, 0.7]);
});

test("words that only share their stem are told apart", async () => {
  const training = await meantBy("english", "training", "how long is the training");
  expect([training.has("cours"), training.has("railway"), training.has("train")]).toEqual([true, false, false]);
});

test("expressions are met as they are written, with words between where that is meant", async () => {
  const whole = await meantBy("english", "money", "do i get my money back");
  expect(whole.has("refund")).toBe(true);
  const other = await meantBy("english", "money", "do you take money");
  expect(other.has("refund")).toBe(false);
});

/** Words of passages, each with how many of them it stands in. */
function vocabulary(words: Record<string, number>): Vocabulary {
  return {
    passageCount: 200,
    languages: ["english", "french"],
    passagesWith: new Map(Object.entries(words)),
    byInitial: new Map(),
  };
}

test("a word of another language is met in passages of that language only", async () => {
  const [coach] = await termsOf("coach", "english", vocabulary({ car: 9, bus: 2 }));
  expect([...(coach?.forms ?? [])]).toEqual([
    ["bus", 0.7],
    ["car", 0.7],
  ]);
  expect([...(coach?.onlyIn ?? [])]).toEqual([["car", "french"]]);
});

test("a word tells as much where its kind is spoken of everywhere", async () => {
  const [alone] = await termsOf("hamster", "english", vocabulary({}));
  const [among] = await termsOf("hamster", "english", vocabulary({ pet: 190, pets: 190 }));
  expect(among?.forms.get("pet")).toBe(0.55);
  expect(among?.weight).toBe(alone?.weight);
});

import { expect, test } from "vitest";
import { termsOf, type Vocabulary } from "./terms.ts";

/** Words with the number of passages that contain them. */
const vocabulary = (words: Record<string, number>): Vocabulary => ({
  passageCount: 1_000,
  languages: ["english"],
  passagesWith: new Map(Object.entries(words)),
});
const KNOWN = vocabulary({ delivery: 300, deliveri: 310, warranty: 2, warranti: 2, court: 5, tennis: 4, tenni: 4 });
const formsOf = async (question: string) =>
  (await termsOf(question, "english", KNOWN)).map(({ word, forms }) => [word, [...forms].sort()]);

test("a question is looked up by its words and their stems, once each, and not by those that say nothing", async () => {
  expect(await formsOf("How much is a delivery, and how long do deliveries take, please?")).toEqual([
    ["delivery", ["deliveri", "delivery"]],
    ["take", []],
  ]);
});

test("what no passage has is taken for a misspelling of a word that is much alike, by pg_trgm, or for nothing", async () => {
  expect(await formsOf("delviery waranty surfboard tents 4711")).toEqual([
    ["delviery", ["delivery"]],
    ["waranty", ["warranti", "warranty"]],
    ["surfboard", []],
    ["tents", []],
    ["4711", []],
  ]);
});

test("the rarer a word, the more it tells; one that stands nowhere tells most", async () => {
  const weights = (await termsOf("delivery warranty surfboard", "english", KNOWN)).map(({ weight }) => weight);
  expect(weights).toEqual(weights.toSorted((a, b) => a - b));
  expect(weights.at(-1)).toBe(1);
  expect(weights[0]).toBeGreaterThan(0);
});

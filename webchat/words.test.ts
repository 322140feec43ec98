import { describe, expect, test } from "vitest";
import { chooseWords, fill, type Words } from "./words.ts";

const blanks = (sentence: string) => [...sentence.matchAll(/\{\w+\}/g)].map(([blank]) => blank).sort();
const english = chooseWords([]).words;

describe.each(["de", "pt", "es", "nb"])("%s", (language) => {
  const { words } = chooseWords([language]);

  test("is a language of its own, with every word and the same blanks", () => {
    expect(words).not.toBe(english);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const key of Object.keys(english) as (keyof Words)[]) {
      expect(words[key], key).not.toBe("");
      expect(blanks(words[key]), key).toEqual(blanks(english[key]));
    }
  });
});

test.each([
  [["de-AT", "en"], "de-AT"],
  [["fr-FR", "pt-BR"], "pt-BR"],
  [["no"], "no"],
  [["ja", "ar"], "en"],
  [["not a locale", "es"], "es"],
  [[], "en"],
])("of %j the chat speaks %s", (wanted, expected) => expect(chooseWords(wanted).locale).toBe(expected));

test("blanks are filled, and a value is never a blank itself", () => {
  expect(fill("{name} is larger than {max}", { name: "{max}.png", max: "16 MB" })).toBe(
    "{max}.png is larger than 16 MB",
  );
});

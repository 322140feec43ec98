import { expect, test } from "vitest";
import { REPLY_LANGUAGES as SERVERS } from "../../server/replies/reply-languages.ts";
import { languagesOf, REPLY_LANGUAGES, wordingOf } from "./reply-languages.ts";

const german = { language: "de", content: "Leider verspätet." };
const reply = {
  content: "Sorry, late.",
  language: "en",
  variants: [german, { language: "es", content: "Con retraso." }],
};
const plain = { content: "Hi", language: null, variants: [] };

test.each([
  [["de", "en"], "Leider verspätet."],
  [[null, "de"], "Leider verspätet."],
  [["en", "de"], "Sorry, late."],
  [["fr", "es"], "Con retraso."],
  [["fr", "it"], "Sorry, late."],
  [[null], "Sorry, late."],
])("of %j the first that there is: %j", (wanted, words) => {
  expect(wordingOf(reply, wanted)).toBe(words);
  expect(wordingOf(plain, wanted)).toBe("Hi");
});

test("only replies with several wordings ask for the client's language", () => {
  expect(languagesOf([plain, { ...plain, language: "fr" }])).toEqual([]);
  expect(languagesOf([plain, reply])).toEqual(["de", "en", "es"]);
});

test("the service takes the languages that are offered", () => {
  expect([...REPLY_LANGUAGES]).toEqual(SERVERS);
});

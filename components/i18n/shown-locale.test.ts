import { expect, test } from "vitest";
import { languageOf } from "./locales.ts";
import { acceptedTags, shownLocale } from "./shown-locale.ts";

test.each([
  ["de", "de"],
  ["de-AT,de;q=0.9,en;q=0.8", "de-AT"],
  ["FR-ca, en;q=0.7", "FR-ca"],
  ["en;q=0.5, es;q=0.9", "es"],
  ["pt-BR, es-419;q=0.8, en;q=0.7", "es-419"],
  ["fr;q=0, en;q=0.1", "en"],
  ["de ; q=0.4 , fr", "fr"],
  ["de;q=lots, en;q=0.2", "en"],
  ["es, de", "es"],
  ["pt-BR, ja;q=0.8", "en"],
  ["*", "en"],
  ["", "en"],
  [null, "en"],
])("who has chosen nothing and whose browser accepts %j is shown %s", (header, shown) => {
  expect(shownLocale(undefined, header)).toBe(shown);
});

test.each([
  ["de", "en-GB,en;q=0.9", "de"],
  ["de", "en-GB,de-CH;q=0.3", "de-CH"],
  ["en", "de-AT, en-GB;q=0.5, en-US;q=0.9", "en-US"],
  ["fr", null, "fr"],
  ["tlh", "es", "es"],
  ["toString", null, "en"],
])("who has chosen %s, with a browser that accepts %j, is shown %s", (chosen, header, shown) => {
  expect(shownLocale(chosen, header)).toBe(shown);
});

test("what is no language is passed over", () => {
  expect(acceptedTags("constructor, ;q=1,,, 12-34, de_DE, en-🦆, <script>, fr-CH")).toEqual(["fr-CH"]);
});

test.each([
  ["de-CH", "de"],
  ["EN-gb", "en"],
  ["es-419", "es"],
  ["pt-BR", "en"],
])("%s is shown from the catalogue of %s", (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { catalogueOf } from "./catalogue.ts";
import { LOCALES, type Locale } from "./locales.ts";

type Tree = { [key: string]: string | Tree };

/** The full path of each key, and its text. */
function texts(tree: Tree, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[[...path, key].join("."), value] as [string, string]] : texts(value, [...path, key]),
  );
}

/** The placeholders of a text: {name}, {count, plural, …} and <tag>. */
function placesOf(elements: MessageFormatElement[]): string[] {
  const places = elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [element.value, ...placesOf(element.children)];
      case TYPE.select:
      case TYPE.plural:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => placesOf(value))];
      case TYPE.argument:
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        return [element.value];
    }
  });
  return [...new Set(places)].sort();
}

/** The person who writes to the business is a contact on every screen. `client` is the API's word. */
const NOT_A_CONTACT: Record<Locale, RegExp> = {
  en: /\b(clients?|customers?)\b/i,
  de: /\b(kund(e|en|in|innen)|clients?|klient(en)?)\b/i,
  es: /\bclient(e|es|a|as)?\b/i,
  fr: /\bclient(s|e|es)?\b/i,
};

/** Texts that quote the API, or mean an MCP client. */
const OTHER_CLIENTS = new Set([
  "developers.modelContext.description",
  "developers.reference.none",
  "service.assistants.role",
  "service.sso.secretMissing",
  "settings.sso.clientId",
  "settings.sso.clientIdMissing",
  "settings.sso.clientSecret",
]);

/** The maximum share of texts that equal the English ones. Some words and symbols are the same in every language. */
const MOST_ALIKE = 0.35;

describe.each(Object.keys(LOCALES) as Locale[])("%s", (locale) => {
  test("has every text that English has, with the same places, and each can be formatted", async () => {
    const own = texts(await catalogueOf(locale));
    const english = new Map(texts(await catalogueOf("en")));
    expect(own.map(([key]) => key).sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of own) {
      const places = placesOf(parse(text));
      // `{field}` is the API's name of an input. A translation appears under that input, so it may omit the name.
      const expected = placesOf(parse(english.get(key) ?? "")).filter(
        (name) => name !== "field" || places.includes(name),
      );
      expect([key, places]).toEqual([key, expected]);
      const faults: string[] = [];
      const t = createTranslator({ locale, messages: { text }, onError: (error) => faults.push(error.message) });
      const values = places.map((name): [string, typeof String | number] => [
        name,
        text.includes(`<${name}>`) ? String : 2,
      ]);
      expect(t.rich("text", Object.fromEntries(values))).not.toBe("");
      expect([key, faults]).toEqual([key, []]);
    }
  });
});

describe.each(Object.keys(LOCALES) as Locale[])("%s", (locale) => {
  test("calls the person who writes to the business a contact", async () => {
    const others = texts(await catalogueOf(locale)).filter(([key, text]) => {
      return NOT_A_CONTACT[locale].test(text) && !OTHER_CLIENTS.has(key);
    });
    expect(others).toEqual([]);
  });
});

describe.each(Object.keys(LOCALES).filter((locale) => locale !== "en") as Locale[])("%s", (locale) => {
  if (locale === "en") return;
  test("is written in its language", async () => {
    const english = new Map(texts(await catalogueOf("en")));
    const own = texts(await catalogueOf(locale)).filter(([, text]) => /\p{L}{3}/u.test(text.replace(/\{[^}]*\}/g, "")));
    const alike = own.filter(([key, text]) => english.get(key) === text);
    expect(alike.length).toBeLessThanOrEqual(own.length * MOST_ALIKE);
  });
});

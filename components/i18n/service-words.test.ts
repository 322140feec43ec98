import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { SAID } from "../../server/sentences.ts";
import { wordingOf } from "../../server/wording.ts";
import { catalogueOf } from "./catalogue.ts";
import { LOCALES } from "./locales.ts";
import type { Locale } from "./locales.ts";
import { serviceWords } from "./service-words.ts";
import type { ServiceWords } from "./service-words.ts";

async function wordsIn(locale: Locale): Promise<ServiceWords> {
  const { service } = await catalogueOf(locale);
  const t = createTranslator({ locale, messages: { service }, namespace: "service" });
  return serviceWords(t, (iso) => `<${iso}>`);
}

const say = async (locale: Locale, english: string) => (await wordsIn(locale))(english, wordingOf(english));

describe("what the service writes is said in the reader's language", () => {
  test.each([
    ["de", "Assigned to Ana", "Ana zugewiesen"],
    ["es", "Ended because there was no message for 24 hours", "Finalizada porque no hubo mensajes durante 24 horas"],
    ["fr", "Snoozed until 2026-11-23 09:00 UTC", "Mise en pause jusqu’au <2026-11-23T09:00:00Z>"],
    ["en", "Snoozed until 2026-11-23 09:00 UTC", "Snoozed until <2026-11-23T09:00:00Z>"],
    [
      "de",
      "Handed over to the team, because it had no answer to this",
      "Ans Team übergeben: er hatte darauf keine Antwort",
    ],
    [
      "de",
      "Given up after 1 attempt: No answer in time",
      "Aufgegeben nach 1 Versuch: Keine Antwort in der vorgesehenen Zeit",
    ],
    ["de", "Meta says: (#100) Bad parameter", "Meta sagt: (#100) Bad parameter"],
  ] as const)("%s: %s", async (locale, english, said) => {
    expect(await say(locale, english)).toBe(said);
  });

  test("what has no words stays as it came", async () => {
    const words = await wordsIn("de");
    expect(words("The moon is full", wordingOf("The moon is full"))).toBe("The moon is full");
    expect(words("From tomorrow", { code: "refusal.ofTomorrow", params: {} })).toBe("From tomorrow");
    expect(words("Nothing beside it", undefined)).toBe("Nothing beside it");
  });
});

/** Dotted paths of a catalogue's texts. */
function codesOf(tree: object, path = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? codesOf(value, `${path}${key}.`) : [`${path}${key}`],
  );
}

describe("the table of sentences", () => {
  test.each(Object.keys(LOCALES) as Locale[])("each has its words in %s, and there are no others", async (locale) => {
    const { service } = await catalogueOf(locale);
    expect(codesOf(service).sort()).toEqual(codesOf((await catalogueOf("en")).service).sort());
  });

  // The English is written where it is said: a sentence that is changed there, and not here, would lose its translation unseen.
  test("holds only what is still said somewhere in the server", () => {
    const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
      .filter((name) => /[.]ts$/.test(name) && !/[.]test[.]ts$|^generated|^testing|^sentences[.]ts$/.test(name))
      .map((name) => readFileSync(join("server", name), "utf8"))
      .join("\n");
    const isSaid = (template: string) =>
      template.endsWith(" not found") || partsOf(template).every((part) => sources.includes(part));
    const unsaid = Object.entries(SAID)
      .filter(([code]) => !code.startsWith("refusal."))
      .map(([, template]) => template)
      .filter((template) => !isSaid(template));
    expect(unsaid).toEqual([]);
  });
});

/** The words of a template between what is filled in; short ones are in too many places to tell anything. */
function partsOf(template: string): string[] {
  return template
    .split(/\{[^}]*\}|\[s\]|; |: |[.,] |[“”"]|^It /)
    .map((part) => part.trim())
    .filter((part) => part.length > 6);
}

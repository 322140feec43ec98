import { TYPE, parse } from "@formatjs/icu-messageformat-parser";
import type { MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
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

const UNTIL = { time: "2026-11-23T09:00:00.000Z" };
const said = (code: string, params = {}) => ({ text: code, wording: { code, params } });

describe("what the service writes is said in the reader's language", () => {
  test.each([
    ["de", "line.assigned", { name: "Ana" }, "Ana zugewiesen"],
    ["es", "line.endedHours", { count: 24 }, "Finalizada porque no hubo mensajes durante 24 horas"],
    ["fr", "line.snoozedUntil", { until: UNTIL }, `Mise en pause jusqu’au <${UNTIL.time}>`],
    ["en", "line.snoozedUntil", { until: UNTIL }, `Snoozed until <${UNTIL.time}>`],
    [
      "de",
      "line.handedToTeam",
      { reason: said("reason.noAnswer") },
      "Ans Team übergeben: er hatte darauf keine Antwort",
    ],
    [
      "de",
      "sending.givenUp",
      { count: 1, why: said("net.noAnswer") },
      "Aufgegeben nach 1 Versuch: Keine Antwort in der vorgesehenen Zeit",
    ],
    ["de", "provider.metaSays", { details: "(#100) Bad parameter" }, "Meta sagt: (#100) Bad parameter"],
  ] as const)("%s: %s", async (locale, code, params, sentence) => {
    expect((await wordsIn(locale))("English", { code, params })).toBe(sentence);
  });

  test("what has no words stays as it came", async () => {
    const words = await wordsIn("de");
    expect(words("The moon is full", null)).toBe("The moon is full");
    expect(words("From tomorrow", { code: "refusal.ofTomorrow", params: {} })).toBe("From tomorrow");
    expect(words("Nothing beside it", undefined)).toBe("Nothing beside it");
  });
});

/** The texts of a catalogue by their dotted paths. */
function sentencesOf(tree: object, path = ""): [code: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? sentencesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)]],
  );
}

/** What is filled into a text, in alphabetical order. */
function placesOf(text: string): string[] {
  const places = new Set<string>();
  const collect = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type !== TYPE.literal && element.type !== TYPE.pound) places.add(element.value);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const { value } of Object.values(element.options)) collect(value);
    }
  };
  collect(parse(text, { ignoreTag: true }));
  // The API names the field; on a screen the sentence stands under it.
  places.delete("field");
  return [...places].sort();
}

describe("the catalogue of sentences", () => {
  test.each(Object.keys(LOCALES) as Locale[])("has in %s the same sentences, with the same places", async (locale) => {
    const placesIn = async (each: Locale) => {
      const { service } = await catalogueOf(each);
      return new Map(sentencesOf(service).map(([code, text]) => [code, placesOf(text)]));
    };
    expect(await placesIn(locale)).toEqual(await placesIn("en"));
  });

  test("holds only what the server says", async () => {
    const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
      .filter((name) => /[.]ts$/.test(name) && !/[.](test|d)[.]ts$|^generated|^testing|^said-backfill/.test(name))
      .map((name) => readFileSync(join("server", name), "utf8"))
      .join("\n");
    const isSaid = (code: string) => {
      const missing = /^refusal[.]notFound[.](.+)$/.exec(code)?.[1];
      return sources.includes(missing === undefined ? `"${code}"` : `notFound("${missing}")`);
    };
    const { service } = await catalogueOf("en");
    expect(sentencesOf(service).flatMap(([code]) => (isSaid(code) ? [] : [code]))).toEqual([]);
  });
});

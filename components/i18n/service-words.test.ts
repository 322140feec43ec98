import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { catalogueOf } from "./catalogue.ts";
import type { Locale } from "./locales.ts";
import { serviceWords, type ServiceWords } from "./service-words.ts";

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
    ["es", "line.endedHours", { count: 24 }, "Terminada porque no hubo mensajes durante 24 horas"],
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

/** The texts of a catalogue by dotted path. */
function sentencesOf(tree: object, path = ""): [code: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? sentencesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)]],
  );
}

describe("the catalogue of sentences", () => {
  test("holds only what the server says", async () => {
    const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
      .filter((name) => /[.]ts$/.test(name) && !/[.](test|d)[.]ts$|^generated|^testing/.test(name))
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

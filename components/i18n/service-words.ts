import type { useTranslations } from "next-intl";

/** What is filled into a sentence: a text, a number, a time (ISO 8601), a sentence within it. */
type Param = string | number | { time: string } | { text: string; wording: Wording | null };

/** Beside an English sentence of the service: what it takes to say it in the reader's language. */
export type Wording = { code: string; params: Record<string, Param> };

/** Says a sentence of the service in the reader's language; in English as it came where there are no words for it. */
export type ServiceWords = (english: string, wording: unknown) => string;

type Catalogue = ReturnType<typeof useTranslations<"service">>;

/**
 * @param t the catalogue of the service's sentences.
 * @param timeOf a time as the reader writes it, from ISO 8601.
 */
export function serviceWords(t: Catalogue, timeOf: (iso: string) => string): ServiceWords {
  function said(english: string, wording: unknown): string {
    if (!isWording(wording) || !isKnown(t, wording.code)) return english;
    const filled = Object.entries(wording.params).map(([name, param]) => [name, shown(param)] as const);
    return t(wording.code, Object.fromEntries(filled));
  }
  function shown(param: Param): string | number {
    if (typeof param !== "object") return param;
    return "time" in param ? timeOf(param.time) : said(param.text, param.wording);
  }
  return said;
}

type Key = Parameters<Catalogue>[0];

/** The service may be newer than the page. */
function isKnown(t: Catalogue, code: string): code is Key {
  return t.has(code as Key);
}

function isWording(given: unknown): given is Wording {
  return typeof given === "object" && given !== null && "code" in given && "params" in given;
}

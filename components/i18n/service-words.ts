import type { useTranslations } from "next-intl";

/** A value for a placeholder: a text, a number, a time (ISO 8601), or a nested sentence. */
type Param = string | number | { time: string } | { text: string; wording: Wording | null };

/** Sent along with an English sentence of the service, to express it in the reader's language. */
export type Wording = { code: string; params: Record<string, Param> };

/** Translates a sentence of the service. Returns the English one if there is no translation. */
export type ServiceWords = (english: string, wording: unknown) => string;

type Catalogue = ReturnType<typeof useTranslations<"service">>;

/**
 * @param t the catalogue of the service's sentences.
 * @param timeOf formats an ISO 8601 time for the reader.
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

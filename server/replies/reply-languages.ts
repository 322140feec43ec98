/**
 * The languages that a reply may be kept in, ISO 639-1, and how franc names each: those that are told apart by a sentence or two.
 * components/composer/reply-languages.ts has the same codes.
 */
export const LANGUAGE_CODES: Readonly<Record<string, string>> = {
  ar: "arb",
  bg: "bul",
  cs: "ces",
  de: "deu",
  el: "ell",
  en: "eng",
  es: "spa",
  fr: "fra",
  he: "heb",
  hi: "hin",
  hu: "hun",
  id: "ind",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  nl: "nld",
  pl: "pol",
  pt: "por",
  ro: "ron",
  ru: "rus",
  sv: "swe",
  th: "tha",
  tr: "tur",
  uk: "ukr",
  vi: "vie",
  zh: "cmn",
};

export const REPLY_LANGUAGES: readonly string[] = Object.keys(LANGUAGE_CODES);

/**
 * The languages that a reply may have, as ISO 639-1, with franc's codes. Only languages that one or two sentences can tell apart.
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

/**
 * Languages by ISO 639-3 that Postgres can stem, with the name of each text-search configuration. Text in any other language is
 * `simple`: its words are indexed as written.
 */
export const STEMMED = {
  arb: "arabic",
  cat: "catalan",
  dan: "danish",
  deu: "german",
  ell: "greek",
  eng: "english",
  eus: "basque",
  fin: "finnish",
  fra: "french",
  gle: "irish",
  hin: "hindi",
  hun: "hungarian",
  hye: "armenian",
  ind: "indonesian",
  ita: "italian",
  lit: "lithuanian",
  nld: "dutch",
  nob: "norwegian",
  npi: "nepali",
  por: "portuguese",
  ron: "romanian",
  rus: "russian",
  spa: "spanish",
  srp: "serbian",
  swe: "swedish",
  tam: "tamil",
  tur: "turkish",
  ydd: "yiddish",
} as const;

export type Language = (typeof STEMMED)[keyof typeof STEMMED] | "simple";

/**
 * Languages by ISO 639-3 whose words Postgres can bring to their stems, and its name for each (a text-search configuration). Text in
 * any other language is `simple`: its words count as they are written.
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

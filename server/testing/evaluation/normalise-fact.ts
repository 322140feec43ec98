/**
 * Words for small numbers in the languages of the material. "ein", "un" and "once" stay words, because they have other meanings
 * too.
 */
const NUMBER_WORDS = new Map(
  [
    "one",
    "two dos deux zwei",
    "three tres trois drei",
    "four cuatro quatre vier",
    "five cinco cinq fünf",
    "six seis sechs",
    "seven siete sept sieben",
    "eight ocho huit acht",
    "nine nueve neuf neun",
    "ten diez dix zehn",
    "eleven elf onze",
    "twelve doce douze zwölf",
  ]
    .flatMap((words, at) => words.split(" ").map((word): [string, string] => [word, String(at + 1)]))
    .concat([
      ["fourteen", "14"],
      ["quatorze", "14"],
      ["catorce", "14"],
      ["vierzehn", "14"],
      ["fifteen", "15"],
      ["quince", "15"],
      ["quinze", "15"],
      ["twenty", "20"],
      ["zwanzig", "20"],
      ["veinte", "20"],
      ["thirty", "30"],
      ["dreißig", "30"],
      ["treinta", "30"],
      ["sixty", "60"],
      ["ninety", "90"],
    ]),
);

const CURRENCY_WORDS = new Map([
  ["eur", "€"],
  ["euro", "€"],
  ["euros", "€"],
  ["gbp", "£"],
  ["pound", "£"],
  ["pounds", "£"],
  ["pfund", "£"],
]);

/**
 * Converts "1.200", "1,200.50", "39,90" and "40.00" to "1200", "1200.5", "39.9" and "40". A date or a network address stays
 * unchanged.
 */
function plainNumber(written: string): string {
  const grouped = /^(\d{1,3})((?:([.,])\d{3})(?:\3\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(written);
  if (grouped !== null && grouped[1] !== "0" && grouped[3] !== grouped[4]) {
    return decimal(`${grouped[1]}${(grouped[2] ?? "").replace(/[.,]/g, "")}`, grouped[5]);
  }
  const simple = /^(\d+)(?:[.,](\d+))?$/.exec(written);
  return simple === null ? written : decimal(simple[1] ?? "", simple[2]);
}

function decimal(whole: string, fraction: string | undefined): string {
  const digits = (fraction ?? "").replace(/0+$/, "");
  return digits === "" ? whole : `${whole}.${digits}`;
}

/**
 * Gives one spelling to what can be written in several ways: case, typographic quotes and dashes, Markdown emphasis, numbers
 * ("five", "1.200,50"), ranges, money ("39,90 €" becomes "€39.9"), per cents, times of day.
 */
export function normaliseFact(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, "")
      .replace(/[‘’‚‛´`]/g, "'")
      .replace(/[“”„‟«»]/g, '"')
      .replace(/[‐‑‒–—−]/g, "-")
      .replace(/\*+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "")
      .replace(/\s+/g, " ")
      .replace(/(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}-])/gu, (word) => {
        return NUMBER_WORDS.get(word) ?? CURRENCY_WORDS.get(word) ?? word;
      })
      .replace(/(?<![\d:])0(\d:\d\d)/g, "$1")
      .replace(/\d+(?:[.,]\d+)*/g, plainNumber)
      .replace(/(?<=\d) ?(?:-| to | bis | à | a ) ?(?=\d)/g, "-")
      // First a sign directly before its number, then one after its number, then "€ 5".
      .replace(/(?<!\d ?)([€£$]) (?=\d)/g, "$1")
      .replace(/(?<![€£$\d.])(\d[\d.]*) ?([€£$])(?!\d)/g, "$2$1")
      .replace(/(\d) ?(?:%|per ?cent|prozent|por ciento|pour cent)/g, "$1%")
      .trim()
  );
}

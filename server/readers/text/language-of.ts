import { franc, francAll } from "franc-min";
import { STEMMED, type Language } from "./language-names.ts";

/**
 * Common words that appear in almost every sentence of a language. They separate related languages better than trigrams, and
 * cover some languages that franc-min lacks (Danish, Norwegian, Finnish). In a short question they are the only evidence.
 */
const FUNCTION_WORDS: Partial<Record<Language, string>> = {
  english: `the and is are of to you your how what when can do does it we my with for have which who where not this that if or from
    by be will after they as an but any was within`,
  german: `der die das und ist sind ich sie wie was wann kann nicht ein eine wir mein mit für haben auf wo welche zu den dem bei auch
    wenn oder von nach aus nur als werden wird im am zur zum des einer innerhalb können`,
  french: `le la les et est sont je vous comment que quand peut ne pas un une nous mon avec pour avez où quel quelle des du dans votre
    si ou après par sur au aux ce cette plus elle il qui être pouvez`,
  spanish: `el la los las y es son yo usted cómo qué cuándo puede no un una nosotros mi con para tiene dónde cuál del su se por
    si o después sobre al este esta más ha en qué cualquier`,
  italian: `il la gli le e è sono io lei come che quando può non un una noi mio con per avete dove quale della dei di vostro
    se o dopo da al questo questa più nel alla stata ogni potete`,
  portuguese: `o a os as e é são eu você como que quando pode não um uma nós meu com para tem onde qual da do seu em
    se ou após por ao este esta mais foi qualquer até`,
  dutch: `de het een en is zijn ik u hoe wat wanneer kan niet wij mijn met voor hebben waar welke van op je jullie uw ook
    als of na bij uit aan dit die wordt er om maar kunt`,
  swedish: `och är jag du hur vad när kan inte en ett vi min med för har var vilken av på som det att till ni
    om inom efter eller alla också från bara dig oss denna detta vara blir de den`,
  danish: `og er jeg du hvordan hvad hvornår kan ikke en et vi min med for har hvor hvilken af på som det at til jer også
    hvis inden efter eller alle fra kun dig os denne dette være bliver de den`,
  norwegian: `og er jeg du hvordan hva når kan ikke en et vi min med for har hvor hvilken av på som det å til dere også
    hvis innen etter eller alle fra kun deg oss denne dette være blir de den`,
  finnish: `ja on ovat minä te miten mitä milloin voi ei me minun kanssa olla missä mikä että tai se kuinka voin voiko myös onko
    jos sitä kun joka mukaan sekä vain mutta niin tämä sen ole voit minkä kuluessa`,
  turkish: `ve bir bu ne nasıl için mi mı var yok ile ben siz nerede hangi daha çok olarak kadar değil ya da
    veya eğer sonra olan her içinde ise`,
  romanian: `și este sunt eu dumneavoastră cum ce când poate nu un o noi meu cu pentru aveți unde care din la de în sau
    dacă după prin pe acest această mai fost`,
  hungarian: `és a az van hogyan mi mikor nem egy mi én ön hol melyik hogy is de vagy lehet kell ha után csak minden`,
  indonesian: `dan yang di ke dari ini itu apa bagaimana kapan bisa tidak saya anda kami dengan untuk ada atau jika setelah`,
  catalan: `el la els les i és són jo vostè com què quan pot no un una nosaltres meu amb per té on quin dels si després aquest`,
};

const BY_WORD = new Map<string, Language[]>();
for (const [language, list] of Object.entries(FUNCTION_WORDS))
  for (const word of new Set(list.split(/\s+/)))
    BY_WORD.set(word, [...(BY_WORD.get(word) ?? []), language as Language]);

/** The number of characters examined. They are enough to show the language. */
const LOOKED_AT = 4_000;
/**
 * Below this many letters, trigrams are only a guess. Other scripts need fewer letters than Latin, because the script itself is
 * evidence.
 */
const LONG_ENOUGH = { latin: 150, others: 30 };
/** The detected language needs this many times the function words of the next language, and at least this share of all words. */
const CLEAR_LEAD = 1.25;
const SHARE_MIN = 0.12;

/**
 * The language of a text, by Postgres's name.
 * @param fallback for a text that is too short or too mixed: the language of a passage's source, or of a question's assistant.
 */
export function languageOf(text: string, fallback: Language = "simple"): Language {
  const begin = text.slice(0, LOOKED_AT);
  const language = byWords(begin, 1);
  if (language) return language;
  const code = byTrigrams(begin);
  return code === null ? fallback : (STEMMED[code as keyof typeof STEMMED] ?? "simple");
}

/** The number of function words required before a voice is switched to a language. Words of several languages count in part. */
const SURE_WORDS = 1.5;

/**
 * The language of a text for browsers and their voices (BCP 47); null if it is uncertain. A sentence read in a wrong language is
 * worse than one read in the page's language.
 */
export function languageTagOf(text: string): string | null {
  const begin = text.slice(0, LOOKED_AT);
  const language = byWords(begin, SURE_WORDS);
  const code = language ? CODES.get(language) : surelyByTrigrams(begin);
  return code ? (Intl.getCanonicalLocales(code)[0] ?? null) : null;
}

const CODES = new Map<Language, string>(Object.entries(STEMMED).map(([code, language]) => [language, code]));

/** Detects the language by function words; null if there are too few, or two languages have about as many. */
function byWords(begin: string, least: number): Language | null {
  const words = begin.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const scores = new Map<Language, number>();
  for (const word of words) {
    // A word shared by several languages counts less for each.
    const languages = BY_WORD.get(word) ?? [];
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  const [best, next] = [...scores].sort(([, a], [, b]) => b - a);
  if (!best) return null;
  const [language, score] = best;
  return score >= Math.max(least, CLEAR_LEAD * (next?.[1] ?? 0), SHARE_MIN * words.length) ? language : null;
}

/** Detects the language by letters, as ISO 639-3; null if there are too few. */
function byTrigrams(begin: string): string | null {
  const latin = begin.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const letters = begin.match(/\p{L}/gu)?.length ?? 0;
  if (letters < (latin > letters / 2 ? LONG_ENOUGH.latin : LONG_ENOUGH.others)) return null;
  const code = franc(begin);
  return code === "und" ? null : code;
}

/** The number of letters, in any script, needed to separate related languages (Russian, Bulgarian). */
const SURE_LETTERS = 150;
/** The highest allowed score of the second-best language. The best one has 1. */
const SURE_DISTANCE = 0.93;

/**
 * Detects the language by letters, only if a single language uses them, or if there are many and no other language scores close.
 */
function surelyByTrigrams(begin: string): string | null {
  const letters = begin.match(/\p{L}/gu)?.length ?? 0;
  const latin = begin.match(/\p{Script=Latin}/gu)?.length ?? 0;
  // Many languages use these letters, so skip the detection, which is expensive.
  if (letters < SURE_LETTERS && latin > letters / 2) return null;
  const [best, next] = francAll(begin);
  if (!best || best[0] === "und") return null;
  if (!next) return best[0];
  return letters >= SURE_LETTERS && next[1] <= SURE_DISTANCE ? best[0] : null;
}

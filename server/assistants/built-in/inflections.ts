import type { Language } from "../../readers/text/language-names.ts";

/** Forms of one verb that Postgres leaves apart. */
const IRREGULAR =
  "pay paid;send sent;buy bought;sell sold;bring brought;break broke broken;lose lost;leave left;keep kept;take took taken;give gave given;" +
  "get got gotten;go went gone;come came;find found;hold held;tell told;run ran;wear wore worn;tear tore torn;steal stole stolen;" +
  "drive drove driven;eat ate eaten;drink drank drunk;sleep slept;speak spoke spoken;write wrote written;choose chose chosen;" +
  "freeze froze frozen;grow grew grown;fly flew flown;spill spilt spilled;forget forgot forgotten;lend lent;build built;begin began begun;" +
  "swim swam swum;ring rang rung;rise rose risen;shrink shrank shrunk;throw threw thrown;bite bit bitten;burn burnt burned;" +
  "catch caught;teach taught;feel felt;fall fell fallen;meet met;lead led;feed fed;spend spent;shut closed;win won;hear heard;stand stood;" +
  "say said;understand understood;sit sat;hide hid hidden;ride rode ridden;show shown;do did done;make made;see saw seen;know knew known;" +
  "child children;foot feet;tooth teeth;person people;man men;woman women;life lives;knife knives;half halves;wife wives";
const RELATED = new Map<string, string[]>();
for (const forms of IRREGULAR.split(";").map((line) => line.split(" ")))
  for (const form of forms)
    RELATED.set(form, [...(RELATED.get(form) ?? []), ...forms.filter((other) => other !== form)]);

/** The same of German: the infinitive, then what becomes of its vowel. */
const STRONG =
  "nehmen nimmt nimmst nahm nahmen genommen;geben gibt gibst gab gaben gegeben;sprechen spricht sprach gesprochen;brechen bricht brach gebrochen;" +
  "treffen trifft traf getroffen;helfen hilft half geholfen;werben wirbt warb geworben;werfen wirft warf geworfen;sterben stirbt starb gestorben;" +
  "lesen liest las gelesen;sehen sieht sah gesehen;essen isst aß gegessen;fressen frisst gefressen;vergessen vergisst vergaß;messen misst gemessen;" +
  "fahren fährt fuhr gefahren;tragen trägt trug getragen;laden lädt lud geladen;schlagen schlägt schlug geschlagen;waschen wäscht wusch gewaschen;" +
  "halten hält hielt gehalten;lassen lässt ließ gelassen;fallen fällt fiel gefallen;schlafen schläft schlief geschlafen;laufen läuft lief gelaufen;" +
  "fangen fängt fing gefangen;raten rät riet geraten;braten brät gebraten;stoßen stößt stieß gestoßen;backen bäckt gebacken;" +
  "bleiben blieb geblieben;schreiben schrieb geschrieben;steigen stieg gestiegen;leihen lieh geliehen;beißen biss gebissen;reißen riss gerissen;" +
  "schneiden schnitt geschnitten;leiden litt gelitten;greifen griff gegriffen;streichen strich gestrichen;scheinen schien geschienen;reiten ritt geritten;" +
  "finden fand gefunden;binden band gebunden;trinken trank getrunken;springen sprang gesprungen;sinken sank gesunken;gelingen gelang gelungen;" +
  "beginnen begann begonnen;schwimmen schwamm geschwommen;gewinnen gewann gewonnen;verlieren verlor verloren;frieren fror gefroren;" +
  "ziehen zog gezogen;fliegen flog geflogen;schließen schloss geschlossen;bieten bot geboten;biegen bog gebogen;riechen roch gerochen;" +
  "gehen ging gegangen;stehen stand gestanden;kommen kam gekommen;liegen lag gelegen;sitzen saß gesessen;bitten bat gebeten;" +
  "bringen brachte gebracht;denken dachte gedacht;kennen kannte gekannt;nennen nannte genannt;senden sandte gesandt;brennen brannte gebrannt;" +
  "heben hob gehoben;stehlen stiehlt stahl gestohlen;empfehlen empfiehlt empfohlen;treten tritt trat getreten;schieben schob geschoben;" +
  "heißen hieß geheißen;rufen rief gerufen;tun tut tat getan;erhalten erhält erhielt;bekommen bekam;bezahlen bezahlt;erstatten erstattet";
const STRONG_FORMS = new Map(
  STRONG.split(";").flatMap((line) => {
    const [infinitive = "", ...forms] = line.split(" ");
    return forms.map((form) => [form, infinitive] as const);
  }),
);

const SEPARABLE = "zurück|zusammen|weiter|nach|auf|aus|ein|mit|vor|her|hin|los|um|weg|ab|an|zu|fest|frei";
const WITH_PARTICLE = new RegExp(`^(${SEPARABLE})(\\p{L}+)$`, "u");
const PARTICIPLE = new RegExp(`^(${SEPARABLE})?ge(\\p{L}{3,}?)(t|en)$`, "u");
const WITH_ZU = new RegExp(`^(${SEPARABLE})zu(\\p{L}{3,}en)$`, "u");

/** English adjectives that have degrees: "trainer" and "Everest" are none. */
const ADJECTIVES =
  "big large small tall short long high low wide narrow deep thick thin fat heavy light fast slow quick early late old young new cheap dear " +
  "pricey hot cold warm cool wet dry clean dirty loud quiet soft hard easy near far close strong weak bright dark sharp safe rich poor busy " +
  "happy sad nice fine great soon simple tight loose rough smooth fresh stale strict fair firm tasty healthy noisy friendly fancy steep shallow " +
  "broad brief kind rare few mild damp dull flat full tiny huge lazy ugly pretty comfy sunny rainy windy snowy icy cloudy hungry thirsty tired " +
  "sick ill sore sleepy lonely angry scary risky tricky handy dusty muddy smelly greasy sticky stiff tough tender sour sweet bitter spicy mature";
const DOUBLED = /[^aeiou][aeiou][bdgmnt]$/u;
const DEGREES = new Map(
  ADJECTIVES.split(" ")
    .map(degreesOf)
    .flatMap((forms) => forms.map((form) => [form, forms] as const)),
);

/** Other written forms of a word that a stemmer does not bring together with it: "larger" and "large", "gekündigt" and "kündigen". */
export function otherForms(language: Language, word: string): string[] {
  if (language === "english") return [...(RELATED.get(word) ?? []), ...compared(word)];
  return language === "german" ? conjugated(word) : [];
}

function compared(word: string): string[] {
  return (DEGREES.get(word) ?? []).filter((form) => form !== word);
}

function degreesOf(adjective: string): string[] {
  const root = adjective.endsWith("y")
    ? `${adjective.slice(0, -1)}i`
    : DOUBLED.test(adjective)
      ? `${adjective}${adjective.at(-1)}`
      : adjective.replace(/e$/u, "");
  return [adjective, `${root}er`, `${root}est`];
}

function conjugated(word: string): string[] {
  return [...infinitives(word), ...spelledOut(word)].filter((form) => form !== word);
}

/** German infinitives, and nouns made of them, that a word may be a form of; itself among them where it looks like one. */
export function infinitives(word: string): string[] {
  const strong = strongInfinitive(word);
  if (strong !== undefined) return [strong];
  const [, prefix = "", root] = PARTICIPLE.exec(word) ?? [];
  if (root !== undefined) return [withEnding(`${prefix}${root}`), `${prefix}${root}ung`];
  const [, apart, infinitive] = WITH_ZU.exec(word) ?? [];
  if (apart !== undefined) return [`${apart}${infinitive}`];
  if (/^\p{L}{2,}en$/u.test(word)) return [word];
  if (/^\p{L}{3,}e$/u.test(word)) return [`${word}n`];
  if (/^\p{L}{3,}et$/u.test(word)) return [`${word.slice(0, -2)}en`, `${word.slice(0, -1)}en`];
  return /^\p{L}{3,}t$/u.test(word) ? [withEnding(word.slice(0, -1))] : [];
}

/** A verb's root as the infinitive: "liefern" and "wechseln" have no second "e". */
function withEnding(root: string): string {
  return /[^ei]e[lr]$/u.test(root) ? `${root}n` : `${root}en`;
}

/** Of a strong verb, with its particle where it has one: "abgenommen" is "abnehmen". */
function strongInfinitive(word: string): string | undefined {
  const plain = STRONG_FORMS.get(word);
  if (plain !== undefined) return plain;
  const [, particle = "", rest = ""] = WITH_PARTICLE.exec(word) ?? [];
  const infinitive = STRONG_FORMS.get(rest);
  return infinitive === undefined ? undefined : `${particle}${infinitive}`;
}

/** The German verb without its particle: "fahren" of "mitfahren". */
export function bareVerb(word: string): string[] {
  const [, , bare] = WITH_PARTICLE.exec(word) ?? [];
  return bare !== undefined && /^\p{L}{3,}en$/u.test(bare) ? [bare] : [];
}

/** A word with "ä" for "ae" and "ß" for "ss", as those write who lack the keys. */
function spelledOut(word: string): string[] {
  const umlauts = word
    .replaceAll("ae", "ä")
    .replaceAll("oe", "ö")
    .replace(/(?<![aeäq])ue/gu, "ü");
  return [umlauts, umlauts.replaceAll("ss", "ß")];
}

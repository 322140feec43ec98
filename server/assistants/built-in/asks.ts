/** What kind of fact a question wants to hear. */
export type Asked = "money" | "time" | "clock" | "number" | "weight" | "temperature" | "colour" | "contact";

const ASKS: Record<Asked, RegExp> = {
  money:
    /\bhow much (?:is|are|does|do|did|would|will|for|more|to|extra|deposit|of a|money|should|must)|\b(?:costs?|prices?|priced|charged?|charges|fees?|expensive|surcharge)\b|\bwhat do (?:i|we) pay\b|kostet|kosten\b|\bpreise?\b|gebühr|wie teuer|was (?:nehmt|verlangt|berechnet|zahl|bezahl|muss ich (?:da(?:für)? )?(?:be)?zahlen)|wie hoch (?:ist|sind)|wie ?viel (?:geld|kostet|kosten|zahl|bezahl|(?:muss|müssen|soll)\b.{0,60}zahlen)|cuánto (?:cuesta|cuestan|vale|valen|es|cobr|pag)|\bprecios?\b|\btarifas?\b|combien (?:coûte|ça coûte|coûtent|vaut|est-ce|faut-il payer)|\bprix\b|\btarifs?\b/iu,
  time: /\bhow (?:long|soon|fast|quickly|late|early|many (?:days|weeks|months|years|hours|minutes))\b|\bwhen\b|\b(?:what|which) (?:time|day|date)s?\b|\bdeadline\b|\bopening hours\b|\bhours\?|wie lang|wie (?:schnell|bald|oft|früh|spät)\b|\bwann\b|wie ?viele? (?:zeit|tage|wochen|monate|jahre|stunden|minuten)|wie ?viel uhr|welche[rmn]? (?:tag|datum|uhrzeit|zeitraum)|öffnungszeiten|\bfrist\b|cuándo|cuánto (?:tiempo|tarda|dura)|cuántos (?:días|meses|años)|\bplazo\b|\bhorario|\bquand\b|combien de (?:temps|jours|mois|semaines)|quelle heure|\bhoraires\b|\bdélai/iu,
  clock:
    /\b(?:what|which) time\b|\bhow (?:late|early)\b|\bwhen\b.{0,60}\b(?:open|close|closed|closes)\b|\bopening hours\b|\bclosing time\b|wie ?viel uhr|wie (?:spät|früh) |\bwann\b.{0,60}\b(?:auf|offen|geöffnet|zu|geschlossen|öffnet|schließt)\b|öffnungszeiten|\bqué hora|\bhorario|cuándo (?:abre|cierra)|quelle heure|\bhoraires\b|quand (?:ouvre|ferme)/iu,
  number:
    /\bhow (?:many|big|large|tall|high|heavy|wide|deep|old|far|strong|hot|warm|fast)\b|\bwh(?:at|ich) (?:size|speed|age|weight|percentage|temperature|amount)\b|\bmaximum\b|\bminimum\b|wie (?:viele?|groß|hoch|schwer|alt|weit|breit|stark|schnell)\b|wieviele?|cuánt[oa]s\b|qué (?:tamaño|edad|velocidad)|combien de\b|quel(?:le)? (?:taille|âge|vitesse|débit)/iu,
  weight:
    /\bhow heavy\b|\bweighs?\b|\bwhat (?:is|'s) the weight\b|wie schwer|\bwiegt\b|\bgewicht\b|cuánto pesa|\bpeso\b|combien pèse|\bpoids\b/iu,
  temperature:
    /\bhow (?:hot|warm|cold|cool)\b|\btemperatures?\b|\bdegrees\b|wie (?:warm|heiß|kalt)\b|temperatur|qué temperatura|quelle température/iu,
  colour:
    /\b(?:what|which) colou?rs?\b|\bcolou?rs? (?:does|do|is|are|can)\b|welche[rn]? farben?\b|qué color|quelles? couleurs?/iu,
  contact:
    /\b(?:phone|telephone|contact|fax) (?:number|details)|\bnumber (?:can|do|should) i call\b|\be-?mail address\b|telefonnummer|\brufnummer|e-mail-adresse|número de teléfono|numéro de téléphone|adresse e-?mail/iu,
};

const NUMBER_WORD =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|sixty|ninety|half|" +
  "eine[rnms]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|vierzehn|fünfzehn|zwanzig|dreißig|sechzig|neunzig|" +
  "una?|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|quince|" +
  "une?|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|quinze|quatorze|trente";
const DAYS =
  "seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|months?|years?|fortnight|sekunden?|minuten?|stunden?|tage?n?|nächte?|wochen?|monate?n?|jahre?n?|segundos?|minutos?|horas?|días?|noches?|semanas?|mes(?:es)?|años?|secondes?|heures?|jours?|nuits?|semaines?|mois|ans?|années?";
const GIVES: Record<Asked, RegExp> = {
  money:
    /[€£$]|\b(?:eur|euros?|gbp|chf|usd|pounds?|pence|cents?|francs?)\b|\d\s?%|\bper ?cent\b|prozent|\bfree\b|no (?:extra )?c(?:harge|ost)|included|kostenlos|kostenfrei|gratis|inklusive|gratuit|sin coste|incluid|offert|inclus/iu,
  time: new RegExp(
    String.raw`(?:\d|\b(?:${NUMBER_WORD}|working|business|next|same|few|werk|arbeits))[\s-]*(?:(?:full|working|business|calendar|whole|volle|ganze|naturales|laborables|hábiles|ouvrés|ouvrables)[\s-]*)?(?:${DAYS})\b|\b\d{1,2}(?::\d\d| ?(?:am|pm|a\.m|p\.m|uhr|h\b|o'clock))|\b\d{1,2}(?:st|nd|rd|th)?\.? (?:of )?(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|ene|abr|ago|dic|fév|avr|juin|juil|août|déc)|\b(?:19|20)\d\d\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?\b|\b(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)s?\b|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?\b|\b(?:immediately|at once|same day|midnight|noon|as soon as|sofort|mitternacht|sobald|(?:monats|quartals|jahres|vertrags|wochen)ende|folgemonat|vorabend|werktags|jederzeit|rund um die uhr|täglich|wöchentlich|monatlich|jährlich|inmediat|en cuanto|immédiat|dès que)`,
    "iu",
  ),
  clock:
    /\b\d{1,2}(?:[:.]\d\d| ?(?:am|pm|a\.m|p\.m|uhr|h\b|o'clock))|\b(?:midnight|noon|midday|mitternacht|mittags|medianoche|mediodía|minuit|midi)\b|\b(?:at|until|till|from|after|before|by|um|bis|ab|gegen|vor|nach) (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)\b|round the clock|24 hours|day and night|rund um die uhr|all day|ganztägig|24 stunden|las 24 horas|24 heures|\b(?:à|a las) \d/iu,
  number: new RegExp(String.raw`\d|\b(?:${NUMBER_WORD})\b`, "iu"),
  weight: /\d\s?(?:kg|kilos?|kilograms?|g|grams?|gramm|lbs?|pounds?|oz|tonnes?)\b/iu,
  temperature: /\d ?°|\d ?(?:degrees|grad|grados|degrés)\b/iu,
  colour:
    /\b(?:black|white|grey|gray|red|blue|green|yellow|orange|brown|pink|purple|violet|beige|silver|gold|navy|turquoise|schwarz|weiß|grau|rot|blau|grün|gelb|braun|rosa|lila|türkis|negro|blanco|gris|rojo|azul|verde|amarillo|marrón|noir|blanc|rouge|bleu|vert|jaune|marron)(?:e[nrsm]?|s)?\b/iu,
  contact: /\+?\d[\d\s()/-]{6,}\d|\S@\S+\.\S/u,
};

/** What a question asks for; empty where it wants a yes, a no or an explanation. */
export function askedIn(question: string): Asked[] {
  return (Object.keys(ASKS) as Asked[]).filter((asked) => ASKS[asked].test(question));
}

/** Whether a text has a fact of this kind. */
export function gives(asked: Asked, text: string): boolean {
  return GIVES[asked].test(text);
}

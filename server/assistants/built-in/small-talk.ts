import type { Spoken } from "./question-language.ts";

/** A message that asks nothing. */
type SmallTalk = { kind: "greeting" | "welcome" | "goodbye"; language: Spoken };

const GREETINGS: Record<Spoken, string> = {
  english: "hi|hello|hey|hiya|good morning|good afternoon|good evening|hi there|hello there|hey there",
  german: "hallo|guten tag|guten morgen|guten abend|moin|servus|grüß gott|grüezi|hallo zusammen",
  spanish: "hola|buenos días|buenas tardes|buenas noches|buenas",
  french: "bonjour|bonsoir|salut|coucou",
  italian: "ciao|buongiorno|buonasera|salve",
  portuguese: "olá|oi|bom dia|boa tarde|boa noite",
  dutch: "hoi|goedemorgen|goedemiddag|goedenavond|goedendag|dag",
  swedish: "hej|hejsan|god morgon|god kväll|hallå",
  danish: "hej|godmorgen|goddag|godaften",
  norwegian: "hei|god morgen|god dag|god kveld",
  finnish: "moi|moikka|terve|hyvää päivää|hyvää huomenta|hyvää iltaa",
  turkish: "merhaba|selam|günaydın|iyi günler|iyi akşamlar",
};
const THANKS: Record<Spoken, string> = {
  english:
    "thanks|thank you|thank you very much|thanks a lot|many thanks|thx|ty|cheers|ok thanks|okay thanks|great thanks|perfect thanks|thanks for your help|thank you so much|ok|okay|great|perfect|got it|all clear|alright",
  german:
    "danke|danke schön|dankeschön|vielen dank|danke sehr|herzlichen dank|besten dank|ok danke|super danke|alles klar|alles klar danke|perfekt danke|merci",
  spanish: "gracias|muchas gracias|mil gracias|ok gracias|vale gracias|perfecto gracias|vale|de acuerdo",
  french: "merci|merci beaucoup|merci bien|ok merci|super merci|parfait merci|d'accord|d'accord merci",
  italian: "grazie|grazie mille|molte grazie|ok grazie|perfetto grazie|va bene",
  portuguese: "obrigado|obrigada|muito obrigado|muito obrigada|ok obrigado|ok obrigada",
  dutch: "dank je|dank u|bedankt|dankjewel|dank je wel|dank u wel|hartelijk dank|ok bedankt",
  swedish: "tack|tack så mycket|stort tack|tackar|ok tack",
  danish: "tak|mange tak|tusind tak|ok tak|tak for hjælpen",
  norwegian: "takk|takk skal du ha|tusen takk|mange takk|ok takk",
  finnish: "kiitos|kiitti|kiitos paljon|ok kiitos",
  turkish: "teşekkürler|teşekkür ederim|sağ ol|sağolun|çok teşekkürler|tamam",
};
const GOODBYES: Record<Spoken, string> = {
  english: "bye|goodbye|bye bye|see you|have a nice day|thanks bye|good night",
  german: "tschüss|tschüß|auf wiedersehen|ciao|schönen tag noch|danke tschüss|bis bald",
  spanish: "adiós|hasta luego|hasta pronto|chao|gracias adiós",
  french: "au revoir|à bientôt|bonne journée|merci au revoir|bonne soirée",
  italian: "arrivederci|a presto|buona giornata",
  portuguese: "tchau|adeus|até logo|até breve",
  dutch: "doei|tot ziens|fijne dag",
  swedish: "hej då|hejdå|ha det bra",
  danish: "farvel|hej hej|hav en god dag",
  norwegian: "ha det|ha det bra|ha en fin dag",
  finnish: "hei hei|näkemiin|moi moi",
  turkish: "hoşça kal|hoşça kalın|görüşürüz|güle güle",
};

/** A request for a person, in any of our languages. */
const PERSON = new RegExp(
  [
    String.raw`\b(?:speak|talk|chat)(?:ing)? (?:to|with) (?:a |an |the |your |some |real |live |actual ){0,3}(?:human|person|agent|someone|somebody|advisor|adviser|representative|operator|colleague|employee|staff|manager|supervisor|people)\b`,
    String.raw`\b(?:connect|transfer|put|pass|hand) (?:me|us)\b.{0,20}\b(?:human|person|agent|someone|somebody|advisor|adviser|representative|operator|colleague|manager|supervisor)\b`,
    String.raw`\b(?:want|need|get|give)\b.{0,12}\b(?:a|an|me a|me an|real) (?:real |live |actual )?(?:human|agent|operator|representative)\b`,
    String.raw`^(?:an? )?(?:human|agent|operator|representative|real person|live agent)(?: please| pls)?$`,
    String.raw`\bmit (?:einem|einer|nem|jemandem?) ?(?:echten |richtigen |ihrer |eurer )?(?:menschen?|mitarbeiter\p{L}*|berater\p{L}*|person|kolleg\p{L}*|agenten?)? ?(?:sprechen|reden|schreiben|chatten|verbunden|verbinden)\b`,
    String.raw`\b(?:echten?r?|richtigen?r?) (?:menschen?|person|mitarbeiter\p{L}*)\b`,
    String.raw`^(?:mensch|mitarbeiter|berater|kundenberater)(?: bitte)?$`,
    String.raw`\bhablar con (?:una?|el|la|alguna?)? ?(?:persona|humano|agente|alguien|asesora?|operadora?)\b|\b(?:páseme|pásame|comuníqueme|conécteme) con\b`,
    String.raw`^(?:agente|humano|persona real|asesor)(?: por favor)?$`,
    String.raw`\b(?:parler|discuter|échanger) (?:à|avec) (?:une?|votre|l'un de vos)? ?(?:vrai |vraie )?(?:humain|être humain|personne|agent|conseiller|conseillère|quelqu'un|opérateur)\b|\bpassez-moi\b`,
    String.raw`^(?:agent|humain|conseiller)(?: s'il vous plaît| svp)?$`,
    String.raw`\bparlare con (?:una persona|un operatore|qualcuno|un umano)\b|^operatore(?: per favore)?$`,
    String.raw`\bfalar com (?:uma pessoa|um humano|um atendente|alguém|um agente)\b|^atendente$`,
    String.raw`\b(?:met|tegen) (?:een|iemand)? ?(?:echte? )?(?:mens|medewerker|persoon|iemand) (?:spreken|praten|chatten)\b|^medewerker(?: graag)?$`,
    String.raw`\b(?:prata|tala) med (?:en )?(?:människa|person|någon|medarbetare|handläggare)\b`,
    String.raw`\b(?:tale|snakke) med (?:en |et |ein )?(?:menneske|person|medarbejder|nogen|noen|medarbeider|rådgiver)\b`,
    String.raw`\b(?:puhua|jutella)\b.{0,20}\b(?:ihmisen|ihmiselle|asiakaspalvelijan|henkilön)\b`,
    String.raw`\b(?:insanla|temsilciyle|yetkiliyle|biriyle|müşteri temsilcisi\p{L}*)\b.{0,20}(?:görüşmek|konuşmak|bağla\p{L}*)|^(?:müşteri )?temsilci(?:si)?$`,
  ].join("|"),
  "iu",
);

const said = (lists: Record<Spoken, string>, kind: SmallTalk["kind"]) =>
  (Object.keys(lists) as Spoken[]).flatMap((language) =>
    lists[language].split("|").map((words) => [words, { kind, language }] as const),
  );
const KNOWN = new Map<string, SmallTalk[]>();
for (const [words, talk] of [...said(GREETINGS, "greeting"), ...said(THANKS, "welcome"), ...said(GOODBYES, "goodbye")])
  KNOWN.set(words, [...(KNOWN.get(words) ?? []), talk]);

/**
 * Detects messages that are only small talk: "Hi!", "vielen Dank". A message with any further word counts as a question.
 * @param before the language so far, for words that several languages share.
 */
export function smallTalk(message: string, before: Spoken | null): SmallTalk | null {
  const found = KNOWN.get(plain(message)) ?? [];
  return found.find(({ language }) => language === before) ?? found[0] ?? null;
}

const GREETING = new RegExp(
  `^\\s*(?:${Object.values(GREETINGS)
    .flatMap((words) => words.split("|"))
    .sort((a, b) => b.length - a.length)
    .join("|")})(?:[\\s,.!]+|$)`,
  "iu",
);

export function withoutGreeting(message: string): string {
  return message.replace(GREETING, "");
}

export function wantsPerson(message: string): boolean {
  return PERSON.test(plain(message));
}

/** A message normalized for comparison: lower case, without punctuation. */
export function plain(message: string): string {
  return message
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[^\p{L}\p{N}'\s-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

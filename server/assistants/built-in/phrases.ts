import type { GatheredField } from "../engine.ts";
import type { Spoken } from "./question-language.ts";

/** The service's own sentences: everything that a built-in assistant without a model writes that is not from a source. */
type Phrases = {
  /** Before the title of a source. */
  source: string;
  /** Nothing fits, and a person takes over. */
  handover: string;
  /** Nothing fits, and no person takes over. */
  refusal: string;
  /** Something may fit: `unsure` precedes the options, one per line, and `none` is the last line. */
  unsure: string;
  none: string;
  /** After the chosen section, if a person can take over. */
  notThat: string;
  /** The contact asked for a person: one is available, or none is. */
  person: string;
  nobody: string;
  greeting: string;
  welcome: string;
  goodbye: string;
};

const PHRASES: Record<Spoken, Phrases> = {
  english: {
    source: "Source",
    handover: "I could not find a sure answer to that. A colleague will take over and reply to you here.",
    refusal: "I am sorry, I could not find an answer to that in our information.",
    unsure: "I am not sure what you mean. Is it one of these? Please answer with its number.",
    none: "None of these",
    notThat: "Not what you meant? Reply 0, and a colleague takes over.",
    person: "Of course. A colleague will take over and reply to you here.",
    nobody: "I am an automatic assistant and cannot hand this conversation to a person. What would you like to know?",
    greeting: "Hello! How can I help you?",
    welcome: "You're welcome!",
    goodbye: "Goodbye!",
  },
  german: {
    source: "Quelle",
    handover:
      "Dazu habe ich keine sichere Antwort gefunden. Jemand aus unserem Team übernimmt und antwortet Ihnen hier.",
    refusal: "Es tut mir leid, dazu habe ich in unseren Informationen keine Antwort gefunden.",
    unsure: "Ich bin nicht sicher, was Sie meinen. Ist es eines davon? Bitte antworten Sie mit der Nummer.",
    none: "Nichts davon",
    notThat: "Nicht das, was Sie meinten? Antworten Sie mit 0, dann übernimmt jemand aus unserem Team.",
    person: "Gerne. Jemand aus unserem Team übernimmt und antwortet Ihnen hier.",
    nobody:
      "Ich bin ein automatischer Assistent und kann das Gespräch nicht an einen Menschen übergeben. Was möchten Sie wissen?",
    greeting: "Hallo! Wie kann ich Ihnen helfen?",
    welcome: "Gern geschehen!",
    goodbye: "Auf Wiedersehen!",
  },
  spanish: {
    source: "Fuente",
    handover: "No he encontrado una respuesta segura. Alguien de nuestro equipo continuará y le responderá aquí.",
    refusal: "Lo siento, no he encontrado una respuesta en nuestra información.",
    unsure: "No estoy seguro de a qué se refiere. ¿Es uno de estos temas? Responda con su número.",
    none: "Ninguno de estos",
    notThat: "¿No es lo que buscaba? Responda 0 y alguien de nuestro equipo continuará.",
    person: "Por supuesto. Alguien de nuestro equipo continuará y le responderá aquí.",
    nobody: "Soy un asistente automático y no puedo pasar la conversación a una persona. ¿Qué desea saber?",
    greeting: "¡Hola! ¿En qué puedo ayudarle?",
    welcome: "¡De nada!",
    goodbye: "¡Hasta luego!",
  },
  french: {
    source: "Source",
    handover: "Je n'ai pas trouvé de réponse sûre. Un membre de notre équipe prend le relais et vous répondra ici.",
    refusal: "Je suis désolé, je n'ai pas trouvé de réponse dans nos informations.",
    unsure: "Je ne suis pas sûr de comprendre. Est-ce l'un de ces sujets ? Répondez par son numéro.",
    none: "Aucun de ces sujets",
    notThat: "Ce n'est pas ce que vous cherchiez ? Répondez 0 et un membre de notre équipe prend le relais.",
    person: "Bien sûr. Un membre de notre équipe prend le relais et vous répondra ici.",
    nobody:
      "Je suis un assistant automatique et ne peux pas confier la conversation à une personne. Que souhaitez-vous savoir ?",
    greeting: "Bonjour ! Comment puis-je vous aider ?",
    welcome: "Je vous en prie !",
    goodbye: "Au revoir !",
  },
  italian: {
    source: "Fonte",
    handover: "Non ho trovato una risposta sicura. Una persona del nostro team le risponderà qui.",
    refusal: "Mi dispiace, non ho trovato una risposta nelle nostre informazioni.",
    unsure: "Non sono sicuro di che cosa intenda. È uno di questi argomenti? Risponda con il numero.",
    none: "Nessuno di questi",
    notThat: "Non è quello che cercava? Risponda 0 e continuerà una persona del nostro team.",
    person: "Certo. Una persona del nostro team le risponderà qui.",
    nobody:
      "Sono un assistente automatico e non posso passare la conversazione a una persona. Che cosa desidera sapere?",
    greeting: "Buongiorno! Come posso aiutarla?",
    welcome: "Prego!",
    goodbye: "Arrivederci!",
  },
  portuguese: {
    source: "Fonte",
    handover: "Não encontrei uma resposta segura. Alguém da nossa equipa vai continuar e responder aqui.",
    refusal: "Lamento, não encontrei uma resposta nas nossas informações.",
    unsure: "Não tenho a certeza do que pretende. É um destes assuntos? Responda com o número.",
    none: "Nenhum destes",
    notThat: "Não é o que procurava? Responda 0 e alguém da nossa equipa continua.",
    person: "Claro. Alguém da nossa equipa vai continuar e responder aqui.",
    nobody: "Sou um assistente automático e não posso passar a conversa a uma pessoa. O que deseja saber?",
    greeting: "Olá! Como posso ajudar?",
    welcome: "De nada!",
    goodbye: "Até logo!",
  },
  dutch: {
    source: "Bron",
    handover: "Ik heb hierop geen zeker antwoord gevonden. Een collega neemt het over en antwoordt u hier.",
    refusal: "Het spijt me, ik heb hierop geen antwoord gevonden in onze informatie.",
    unsure: "Ik weet niet zeker wat u bedoelt. Is het een van deze onderwerpen? Antwoord met het nummer.",
    none: "Geen van deze",
    notThat: "Niet wat u bedoelde? Antwoord met 0, dan neemt een collega het over.",
    person: "Natuurlijk. Een collega neemt het over en antwoordt u hier.",
    nobody: "Ik ben een automatische assistent en kan het gesprek niet aan een mens overdragen. Wat wilt u weten?",
    greeting: "Hallo! Waarmee kan ik u helpen?",
    welcome: "Graag gedaan!",
    goodbye: "Tot ziens!",
  },
  swedish: {
    source: "Källa",
    handover: "Jag hittade inget säkert svar på det. En kollega tar över och svarar dig här.",
    refusal: "Tyvärr hittade jag inget svar på det i vår information.",
    unsure: "Jag är inte säker på vad du menar. Är det något av det här? Svara med numret.",
    none: "Inget av dem",
    notThat: "Inte det du menade? Svara 0, så tar en kollega över.",
    person: "Självklart. En kollega tar över och svarar dig här.",
    nobody: "Jag är en automatisk assistent och kan inte lämna över samtalet till en människa. Vad vill du veta?",
    greeting: "Hej! Hur kan jag hjälpa dig?",
    welcome: "Varsågod!",
    goodbye: "Hej då!",
  },
  danish: {
    source: "Kilde",
    handover: "Jeg fandt ikke et sikkert svar på det. En kollega tager over og svarer dig her.",
    refusal: "Beklager, jeg fandt ikke et svar på det i vores oplysninger.",
    unsure: "Jeg er ikke sikker på, hvad du mener. Er det et af disse emner? Svar med nummeret.",
    none: "Ingen af dem",
    notThat: "Ikke det, du mente? Svar 0, så tager en kollega over.",
    person: "Selvfølgelig. En kollega tager over og svarer dig her.",
    nobody: "Jeg er en automatisk assistent og kan ikke give samtalen videre til et menneske. Hvad vil du gerne vide?",
    greeting: "Hej! Hvordan kan jeg hjælpe dig?",
    welcome: "Selv tak!",
    goodbye: "Farvel!",
  },
  norwegian: {
    source: "Kilde",
    handover: "Jeg fant ikke et sikkert svar på det. En kollega tar over og svarer deg her.",
    refusal: "Beklager, jeg fant ikke svar på det i informasjonen vår.",
    unsure: "Jeg er ikke sikker på hva du mener. Er det et av disse emnene? Svar med nummeret.",
    none: "Ingen av dem",
    notThat: "Ikke det du mente? Svar 0, så tar en kollega over.",
    person: "Selvfølgelig. En kollega tar over og svarer deg her.",
    nobody: "Jeg er en automatisk assistent og kan ikke gi samtalen videre til et menneske. Hva vil du vite?",
    greeting: "Hei! Hvordan kan jeg hjelpe deg?",
    welcome: "Bare hyggelig!",
    goodbye: "Ha det!",
  },
  finnish: {
    source: "Lähde",
    handover: "En löytänyt tähän varmaa vastausta. Kollega jatkaa ja vastaa sinulle tässä.",
    refusal: "Valitettavasti en löytänyt tähän vastausta tiedoistamme.",
    unsure: "En ole varma, mitä tarkoitat. Onko se jokin näistä? Vastaa numerolla.",
    none: "Ei mikään näistä",
    notThat: "Etkö tarkoittanut tätä? Vastaa 0, niin kollega jatkaa.",
    person: "Totta kai. Kollega jatkaa ja vastaa sinulle tässä.",
    nobody: "Olen automaattinen avustaja enkä voi siirtää keskustelua ihmiselle. Mitä haluaisit tietää?",
    greeting: "Hei! Miten voin auttaa?",
    welcome: "Ole hyvä!",
    goodbye: "Näkemiin!",
  },
  turkish: {
    source: "Kaynak",
    handover: "Bununla ilgili kesin bir yanıt bulamadım. Bir ekip arkadaşımız devralıp size buradan yanıt verecek.",
    refusal: "Üzgünüm, bilgilerimizde buna bir yanıt bulamadım.",
    unsure: "Ne demek istediğinizden emin değilim. Bunlardan biri mi? Lütfen numarasıyla yanıtlayın.",
    none: "Hiçbiri",
    notThat: "Kastettiğiniz bu değil mi? 0 yazın, bir ekip arkadaşımız devralsın.",
    person: "Elbette. Bir ekip arkadaşımız devralıp size buradan yanıt verecek.",
    nobody: "Ben otomatik bir asistanım ve görüşmeyi bir kişiye aktaramam. Ne öğrenmek istersiniz?",
    greeting: "Merhaba! Size nasıl yardımcı olabilirim?",
    welcome: "Rica ederim!",
    goodbye: "Hoşça kalın!",
  },
};

export function phrases(language: Spoken): Phrases {
  return PHRASES[language];
}

const ASKS: Record<"english" | "german" | "spanish" | "french", Record<GatheredField, string> & { thanks: string }> = {
  english: {
    name: "May I have your name?",
    surname: "May I have your surname?",
    email: "May I have your e-mail address, so that we can reach you?",
    phone: "May I have your phone number, with the country code, so that we can reach you?",
    address: "May I have your street and house number?",
    city: "Which town do you live in?",
    country: "Which country do you live in?",
    code: "May I have your customer number?",
    thanks: "Thank you, I have noted that.",
  },
  german: {
    name: "Darf ich Ihren Namen erfahren?",
    surname: "Darf ich Ihren Nachnamen erfahren?",
    email: "Darf ich Ihre E-Mail-Adresse haben, damit wir Sie erreichen können?",
    phone: "Darf ich Ihre Telefonnummer mit Ländervorwahl haben, damit wir Sie erreichen können?",
    address: "Darf ich Ihre Straße und Hausnummer haben?",
    city: "In welchem Ort wohnen Sie?",
    country: "In welchem Land wohnen Sie?",
    code: "Darf ich Ihre Kundennummer haben?",
    thanks: "Danke, das habe ich notiert.",
  },
  spanish: {
    name: "¿Me puede decir su nombre?",
    surname: "¿Me puede decir su apellido?",
    email: "¿Me puede dar su correo electrónico para que podamos contactarle?",
    phone: "¿Me puede dar su número de teléfono, con el prefijo del país, para que podamos contactarle?",
    address: "¿Me puede dar su calle y número?",
    city: "¿En qué ciudad vive?",
    country: "¿En qué país vive?",
    code: "¿Me puede dar su número de cliente?",
    thanks: "Gracias, lo he anotado.",
  },
  french: {
    name: "Puis-je avoir votre prénom ?",
    surname: "Puis-je avoir votre nom de famille ?",
    email: "Puis-je avoir votre adresse e-mail, afin que nous puissions vous joindre ?",
    phone: "Puis-je avoir votre numéro de téléphone, avec l'indicatif du pays, afin que nous puissions vous joindre ?",
    address: "Puis-je avoir votre rue et votre numéro ?",
    city: "Dans quelle ville habitez-vous ?",
    country: "Dans quel pays habitez-vous ?",
    code: "Puis-je avoir votre numéro de client ?",
    thanks: "Merci, c'est noté.",
  },
};

/** The question for a field of the contact. In English if there is none in the language. */
export function askFor(field: GatheredField, language: Spoken): string {
  return asksIn(language)[field];
}

export function thanksFor(language: Spoken): string {
  return asksIn(language).thanks;
}

/** The field that an assistant's message asks for in its last line, in any language. */
export function askedFor(message: string): GatheredField | null {
  const line = message.trimEnd().split("\n").at(-1) ?? "";
  for (const asks of Object.values(ASKS)) {
    for (const [name, ask] of Object.entries(asks)) {
      if (name !== "thanks" && line.endsWith(ask)) return name as GatheredField;
    }
  }
  return null;
}

function asksIn(language: Spoken) {
  return language in ASKS ? ASKS[language as keyof typeof ASKS] : ASKS.english;
}

/** The word before a source's title, in every language. */
export const SOURCE_WORDS: readonly string[] = [...new Set(Object.values(PHRASES).map(({ source }) => source))];

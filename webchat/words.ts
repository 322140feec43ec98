/** All texts of the frame in each of its languages. `{name}` is a placeholder. */
const LANGUAGES = ["en", "de", "pt", "es", "nb"];

type Row = readonly [en: string, de: string, pt: string, es: string, nb: string];

const TABLE = {
  title: ["Chat with us", "Chatten Sie mit uns", "Fale conosco", "Hable con nosotros", "Chat med oss"],
  greeting: [
    "Hello! How can we help you?",
    "Hallo! Wie können wir Ihnen helfen?",
    "Olá! Como podemos ajudar?",
    "¡Hola! ¿En qué podemos ayudarle?",
    "Hei! Hva kan vi hjelpe deg med?",
  ],
  away: [
    "We are away – we answer as soon as we are back",
    "Wir sind gerade nicht da – wir antworten, sobald wir zurück sind",
    "Não estamos disponíveis agora – respondemos assim que voltarmos",
    "Ahora no estamos: respondemos en cuanto volvamos",
    "Vi er borte nå – vi svarer så snart vi er tilbake",
  ],
  online: ["We are online", "Wir sind online", "Estamos online", "Estamos en línea", "Vi er pålogget"],
  close: ["Close chat", "Chat schließen", "Fechar conversa", "Cerrar chat", "Lukk chatten"],
  conversation: ["Conversation", "Unterhaltung", "Conversa", "Conversación", "Samtale"],
  placeholder: [
    "Write a message…",
    "Nachricht schreiben…",
    "Escreva uma mensagem…",
    "Escriba un mensaje…",
    "Skriv en melding…",
  ],
  message: ["Message", "Nachricht", "Mensagem", "Mensaje", "Melding"],
  send: ["Send", "Senden", "Enviar", "Enviar", "Send"],
  attach: ["Attach a file", "Datei anhängen", "Anexar um arquivo", "Adjuntar un archivo", "Legg ved en fil"],
  dropHere: [
    "Drop files to attach them",
    "Dateien hier ablegen",
    "Solte os arquivos para anexá-los",
    "Suelte los archivos para adjuntarlos",
    "Slipp filer for å legge dem ved",
  ],
  loading: ["Loading…", "Wird geladen…", "Carregando…", "Cargando…", "Henter…"],
  today: ["Today", "Heute", "Hoje", "Hoy", "I dag"],
  yesterday: ["Yesterday", "Gestern", "Ontem", "Ayer", "I går"],
  you: ["You", "Sie", "Você", "Usted", "Du"],
  assistant: ["Assistant", "Assistent", "Assistente", "Asistente", "Assistent"],
  team: ["Team", "Team", "Equipe", "Equipo", "Teamet"],
  sending: ["Sending…", "Wird gesendet…", "Enviando…", "Enviando…", "Sender…"],
  sent: ["Sent", "Gesendet", "Enviada", "Enviado", "Sendt"],
  read: ["Read", "Gelesen", "Lida", "Leído", "Lest"],
  waiting: [
    "Waiting for the connection",
    "Wartet auf die Verbindung",
    "Aguardando a conexão",
    "Esperando la conexión",
    "Venter på forbindelsen",
  ],
  failed: ["Not sent", "Nicht gesendet", "Não enviada", "No enviado", "Ikke sendt"],
  tryAgain: ["Try again", "Erneut versuchen", "Tentar de novo", "Reintentar", "Prøv igjen"],
  remove: ["Remove", "Entfernen", "Remover", "Quitar", "Fjern"],
  edited: ["edited", "bearbeitet", "editada", "editado", "redigert"],
  removed: [
    "This message was removed",
    "Diese Nachricht wurde entfernt",
    "Esta mensagem foi removida",
    "Este mensaje se eliminó",
    "Denne meldingen er fjernet",
  ],
  ended: [
    "This conversation has ended – write to begin a new one",
    "Diese Unterhaltung ist beendet – schreiben Sie, um eine neue zu beginnen",
    "Esta conversa foi encerrada – escreva para começar outra",
    "Esta conversación ha terminado: escriba para empezar otra",
    "Denne samtalen er avsluttet – skriv for å starte en ny",
  ],
  typing: [
    "{name} is typing…",
    "{name} schreibt…",
    "{name} está digitando…",
    "{name} está escribiendo…",
    "{name} skriver…",
  ],
  connecting: ["Connecting…", "Verbindung wird hergestellt…", "Conectando…", "Conectando…", "Kobler til…"],
  offline: [
    "You are offline – your messages are sent when you are back",
    "Sie sind offline – Ihre Nachrichten werden gesendet, sobald Sie wieder verbunden sind",
    "Você está offline – suas mensagens serão enviadas quando a conexão voltar",
    "No tiene conexión: sus mensajes se enviarán cuando vuelva",
    "Du er frakoblet – meldingene dine sendes når du er tilbake",
  ],
  latest: ["Latest messages", "Neueste Nachrichten", "Últimas mensagens", "Últimos mensajes", "Siste meldinger"],
  image: ["Image", "Bild", "Imagem", "Imagen", "Bilde"],
  video: ["Video", "Video", "Vídeo", "Vídeo", "Video"],
  audio: ["Audio", "Audio", "Áudio", "Audio", "Lyd"],
  document: ["File", "Datei", "Arquivo", "Archivo", "Fil"],
  location: ["Location", "Standort", "Localização", "Ubicación", "Sted"],
  unsupported: [
    "This message cannot be shown here",
    "Diese Nachricht kann hier nicht angezeigt werden",
    "Esta mensagem não pode ser exibida aqui",
    "Este mensaje no se puede mostrar aquí",
    "Denne meldingen kan ikke vises her",
  ],
  unavailable: [
    "This file is no longer available",
    "Diese Datei ist nicht mehr verfügbar",
    "Este arquivo não está mais disponível",
    "Este archivo ya no está disponible",
    "Denne filen er ikke lenger tilgjengelig",
  ],
  replyTo: ["In reply to", "Antwort auf", "Em resposta a", "En respuesta a", "Svar på"],
  fileType: [
    "Files of this kind are not accepted here.",
    "Diese Art von Datei wird hier nicht angenommen.",
    "Este tipo de arquivo não é aceito aqui.",
    "Aquí no se aceptan archivos de este tipo.",
    "Filer av denne typen tas ikke imot her.",
  ],
  fileSize: [
    "It is larger than {max}.",
    "Die Datei ist größer als {max}.",
    "É maior que {max}.",
    "Ocupa más de {max}.",
    "Filen er større enn {max}.",
  ],
  fileEmpty: ["It is empty.", "Die Datei ist leer.", "Está vazio.", "Está vacío.", "Filen er tom."],
  refusedTitle: [
    "We could not confirm who you are",
    "Wir konnten nicht bestätigen, wer Sie sind",
    "Não pudemos confirmar quem você é",
    "No pudimos confirmar quién es usted",
    "Vi kunne ikke bekrefte hvem du er",
  ],
  refused: [
    "Please reload the page or sign in again.",
    "Bitte laden Sie die Seite neu oder melden Sie sich erneut an.",
    "Recarregue a página ou entre novamente.",
    "Vuelva a cargar la página o inicie sesión de nuevo.",
    "Last siden på nytt, eller logg inn igjen.",
  ],
  goneTitle: [
    "This chat is closed",
    "Dieser Chat ist geschlossen",
    "Este chat está fechado",
    "Este chat está cerrado",
    "Denne chatten er stengt",
  ],
  unreachableTitle: [
    "The chat cannot be reached",
    "Der Chat ist nicht erreichbar",
    "Não foi possível acessar o chat",
    "No se puede acceder al chat",
    "Chatten kan ikke nås",
  ],
  unreachable: [
    "Please check your connection.",
    "Bitte prüfen Sie Ihre Verbindung.",
    "Verifique a sua conexão.",
    "Compruebe su conexión.",
    "Sjekk forbindelsen din.",
  ],
} satisfies Record<string, Row>;

export type Words = Record<keyof typeof TABLE, string>;

/** The first wanted language available, with its texts, otherwise English. `locale` is for dates and numbers. */
export function chooseWords(wanted: readonly string[]): { locale: string; words: Words } {
  for (const locale of wanted) {
    const language = locale.toLowerCase().replace(/-.*/, "");
    const column = LANGUAGES.indexOf(/^n[on]$/.test(language) ? "nb" : language);
    // Some browsers report invalid locales, which would break every date.
    if (column >= 0 && /^[a-z]{2,3}(-[a-z\d]{2,8})*$/i.test(locale)) return { locale, words: wordsOf(column) };
  }
  return { locale: "en", words: wordsOf(0) };
}

function wordsOf(column: number): Words {
  return Object.fromEntries(Object.entries(TABLE).map(([word, row]) => [word, row[column]])) as Words;
}

/** A sentence with its placeholders filled. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (blank, name: string) => String(values[name] ?? blank));
}

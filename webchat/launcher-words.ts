/** The launcher's few texts. The frame's are in words.ts, which the host page does not load. */
const en = { open: "Open chat", close: "Close chat", unread: "unread messages" };

const LANGUAGES: Record<string, typeof en> = {
  en,
  de: { open: "Chat öffnen", close: "Chat schließen", unread: "ungelesene Nachrichten" },
  pt: { open: "Abrir conversa", close: "Fechar conversa", unread: "mensagens não lidas" },
  es: { open: "Abrir chat", close: "Cerrar chat", unread: "mensajes sin leer" },
};
const nb = { open: "Åpne chatten", close: "Lukk chatten", unread: "uleste meldinger" };
Object.assign(LANGUAGES, { nb, no: nb, nn: nb });

/** The texts of the first wanted language available, otherwise English. */
export function launcherWords(wanted: readonly string[]): typeof en {
  for (const locale of wanted) {
    const words = LANGUAGES[locale.split("-")[0]?.toLowerCase() ?? ""];
    if (words) return words;
  }
  return en;
}

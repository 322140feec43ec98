export type ComposerMode = "reply" | "note";

const PREFIX = "inbox-draft";

/** Whose draft: the person, the conversation and the mode each have their own. */
export type DraftPlace = { userId: string; convId: string; mode: ComposerMode };

function keyOf({ userId, convId, mode }: DraftPlace): string {
  return `${PREFIX}:${userId}:${convId}:${mode}`;
}

/** What was typed and not sent, kept in this browser per conversation and mode. */
export function readDraft(place: DraftPlace): string {
  return localStorage.getItem(keyOf(place)) ?? "";
}

/** Keeps a draft; empty text takes it away. */
export function writeDraft(place: DraftPlace, text: string): void {
  if (text === "") localStorage.removeItem(keyOf(place));
  else localStorage.setItem(keyOf(place), text);
}

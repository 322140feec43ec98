import type { Chat, TriedAssistant } from "./queries.ts";

/** With whom a conversation is: the assistant, as customers meet it or as it is prepared. */
export function chatName({ aiId, versionId, versionNumber }: Chat, ais: TriedAssistant[]): string {
  const name = ais.find(({ id }) => id === aiId)?.name ?? "Deleted assistant";
  return versionId ? `${name}, draft ${versionNumber}` : `${name}, live`;
}

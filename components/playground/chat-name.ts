import type { useTranslations } from "next-intl";
import type { Chat, TriedAssistant } from "./queries.ts";

export type PlaygroundWords = ReturnType<typeof useTranslations<"playground">>;

/** The name of a chat: its assistant, live or as a draft. */
export function chatName(t: PlaygroundWords, { aiId, versionId, versionNumber }: Chat, ais: TriedAssistant[]): string {
  const name = assistantName(t, aiId, ais);
  return versionId ? t("draft", { name, number: String(versionNumber) }) : t("live", { name });
}

export function assistantName(t: PlaygroundWords, aiId: string, ais: TriedAssistant[]): string {
  return ais.find(({ id }) => id === aiId)?.name ?? t("deleted");
}

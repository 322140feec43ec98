import type { PlaygroundWords } from "./chat-name.ts";
import type { Chat, TriedAssistant } from "./queries.ts";

/** An assistant as it is live, or its draft. `value` is the id, with the version's behind it for a draft. */
export function versionChoices(
  t: PlaygroundWords,
  ais: TriedAssistant[],
): { value: string; label: string; aiId: string }[] {
  return ais.flatMap(({ id, name, draft }) => [
    { value: choiceOf({ aiId: id, versionId: null }), label: draft ? t("live", { name }) : name, aiId: id },
    ...(draft
      ? [
          {
            value: choiceOf({ aiId: id, versionId: draft.id }),
            label: t("draft", { name, number: String(draft.number) }),
            aiId: id,
          },
        ]
      : []),
  ]);
}

/** The value of the choice that a conversation was begun with. */
export function choiceOf({ aiId, versionId }: Pick<Chat, "aiId" | "versionId">): string {
  return versionId ? `${aiId} ${versionId}` : aiId;
}

/** A choice's value, as the service wants it. */
export function parseChoice(value: string): { aiId: string; versionId: string | null } {
  const [aiId = "", versionId = null] = value.split(" ");
  return { aiId, versionId };
}

import type { PlaygroundWords } from "./chat-name.ts";
import type { Chat, TriedAssistant } from "./queries.ts";

/** The live assistant and its draft as choices. `value` is the assistant's ID, followed by the version's for a draft. */
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

/** The choice's value that a conversation was started with. */
export function choiceOf({ aiId, versionId }: Pick<Chat, "aiId" | "versionId">): string {
  return versionId ? `${aiId} ${versionId}` : aiId;
}

/** Splits a choice's value for the API. */
export function parseChoice(value: string): { aiId: string; versionId: string | null } {
  const [aiId = "", versionId = null] = value.split(" ");
  return { aiId, versionId };
}

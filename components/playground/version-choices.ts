import type { TriedAssistant } from "./queries.ts";

/** An assistant as it is live, or its draft. `value` is the id, with the version's behind it for a draft. */
export function versionChoices(ais: TriedAssistant[]): { value: string; label: string; aiId: string }[] {
  return ais.flatMap(({ id, name, draft }) => [
    { value: id, label: draft ? `${name}, live` : name, aiId: id },
    ...(draft ? [{ value: `${id} ${draft.id}`, label: `${name}, draft ${draft.number}`, aiId: id }] : []),
  ]);
}

/** A choice's value, as the service wants it. */
export function parseChoice(value: string): { aiId: string; versionId: string | null } {
  const [aiId = "", versionId = null] = value.split(" ");
  return { aiId, versionId };
}

/** What a text may speak of, by the name in its braces. */
export const VARIABLES = [
  "client.name",
  "client.firstName",
  "agent.name",
  "agent.firstName",
  "order.no",
  "conv.channel",
] as const;
type Variable = (typeof VARIABLES)[number];
type Facts = Record<Variable, string | null>;

const PLACE = /\{\{\s*([\w.]+)\s*\}\}/gu;

/** The text with everything filled in that is known; the rest stays as it is written, to be seen and seen to. */
export function resolveVariables(text: string, facts: Facts): string {
  return text.replace(PLACE, (place, name: string) => (isVariable(name) ? facts[name] : null) || place);
}

/** The names that are still in braces, each once, known or not. */
export function emptyFields(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name]) => name ?? ""))];
}

function isVariable(name: string): name is Variable {
  return (VARIABLES as readonly string[]).includes(name);
}

type Conv = { clientName: string; integrationName: string; orderNo?: string | null };

export function factsOf({ clientName, integrationName, orderNo }: Conv, agentName: string): Facts {
  return {
    "client.name": clientName || null,
    "client.firstName": firstWord(clientName),
    "agent.name": agentName || null,
    "agent.firstName": firstWord(agentName),
    "order.no": orderNo ?? null,
    "conv.channel": integrationName || null,
  };
}

/** A number that stands for a name is nobody's first name. */
function firstWord(name: string): string | null {
  const [word = ""] = name.trim().split(/\s+/u);
  return /\p{L}/u.test(word) ? word : null;
}

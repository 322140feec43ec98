/** The variables that a text can contain, by the name in their braces. */
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

/** Fills in the known variables. Unknown ones stay as they are, so that the agent sees and fixes them. */
export function resolveVariables(text: string, facts: Facts): string {
  return text.replace(PLACE, (place, name: string) => (isVariable(name) ? facts[name] : null) || place);
}

/** The names still in braces, each once, whether known or not. */
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

/** The first word of a name. null for a phone number in place of a name. */
function firstWord(name: string): string | null {
  const [word = ""] = name.trim().split(/\s+/u);
  return /\p{L}/u.test(word) ? word : null;
}

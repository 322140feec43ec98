import { z } from "zod";

const made = z.object({ createAi: z.object({ id: z.string() }) });

/** Creates a built-in assistant with one text page, for tests of its pages. Returns its id. */
export async function createAssistant(
  bot: (query: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>,
): Promise<string> {
  const answer = await bot(`mutation ($input: AICreateInput!) { createAi(input: $input) { id } }`, {
    name: "Otto",
    type: "builtIn",
    integrationProperties: {
      handover: { enabled: true },
      sources: [{ kind: "text", title: "Returns", text: "A tent can be returned within 30 days." }],
    },
  });
  return made.parse(answer).createAi.id;
}

import { createAgent } from "../agents/create-agent.ts";
import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Agent } from "../generated/prisma/client.ts";
import { optionalEmail, optionalLine, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { lockEmail } from "../workspaces/access.ts";
import { storeNewKey, type NewKey } from "./key-record.ts";

export type AgentCreateWithApiKeyInput = {
  userId?: string | null;
  name: string;
  surname?: string | null;
  email?: string | null;
  apiKeyLabel?: string | null;
};

/**
 * Makes an agent and a key linked to it in one step (contract.md, API keys, rules 4 and 5). The e-mail of a member without an
 * agent makes it theirs; that of an invited person is linked when they come, and until then a placeholder stands for them.
 * @throws AppError CONFLICT when the user has an agent here already.
 */
export const createAgentWithApiKey = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: AgentCreateWithApiKeyInput): Promise<{ agent: Agent; apiKey: NewKey }> => {
    const name = requiredLine("name", input.name);
    const surname = optionalLine("surname", input.surname) ?? null;
    const email = optionalEmail("email", input.email)?.toLowerCase() ?? "";
    const label =
      optionalLine("apiKeyLabel", input.apiKeyLabel) ?? `API key · ${surname ? `${name} ${surname}` : name}`;

    return inTransaction(ctx, async (tx) => {
      // Whoever accepts an invitation in this very moment finds the agent, or is found by it.
      if (email !== "") await lockEmail(tx, email);
      const userId =
        optionalLine("userId", input.userId) ?? (await memberOfEmail(tx, email)) ?? `api-agent:${crypto.randomUUID()}`;
      const agent = await createAgent(tx, { userId, name, surname, email });
      const apiKey = await storeNewKey(tx, { label, agentId: agent.id });
      await audit(tx, "genApiKey", apiKey.id, { after: { label, agentId: agent.id } });
      return { agent, apiKey };
    });
  },
);

async function memberOfEmail(tx: Ctx, email: string): Promise<string | null> {
  if (email === "") return null;
  const membership = await tx.db.membership.findFirst({
    where: { workspaceId: tx.workspaceId, user: { email } },
    select: { userId: true },
  });
  return membership?.userId ?? null;
}

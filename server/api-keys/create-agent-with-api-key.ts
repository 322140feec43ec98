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
 * Creates an agent and a key linked to it in one step (contract.md, API keys, rules 4 and 5). If the email belongs to a member without an
 * agent, the agent becomes theirs. If it belongs to an invited person, a placeholder stands in for them until they join.
 * @throws AppError CONFLICT when the user already has an agent in this workspace.
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
      // Serializes with a concurrent acceptance of the invitation, so either it finds the agent or this finds the user.
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

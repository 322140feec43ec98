import { validate as isUuid } from "uuid";
import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { say } from "../say.ts";
import { optionalEmail, optionalLine, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";

/**
 * Creates an agent for a user, who need not have joined yet. An empty email creates an agent without a person.
 * @throws AppError CONFLICT when the user already has an agent here: one system user has at most one agent.
 */
export const createAgent = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { userId: string; name: string; surname?: string | null; email: string }) => {
    const given = requiredLine("userId", input.userId);
    const data = {
      // User ids are compared as text, so they need one spelling.
      userId: isUuid(given) ? given.toLowerCase() : given,
      name: requiredLine("name", input.name),
      surname: optionalLine("surname", input.surname) ?? null,
      email: optionalEmail("email", input.email)?.toLowerCase() ?? "",
    };
    return inTransaction(ctx, async (tx) => {
      // Insert without checking first: two concurrent calls would both pass the check.
      const [agent] = await tx.db.agent.createManyAndReturn({
        data: [{ workspaceId: tx.workspaceId, ...data }],
        skipDuplicates: true,
      });
      if (!agent) throw new AppError("CONFLICT", say("refusal.agentThere"));
      await audit(tx, "createAgent", agent.id, { after: data });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return agent;
    });
  },
);

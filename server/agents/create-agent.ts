import { validate as isUuid } from "uuid";
import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { say } from "../say.ts";
import { optionalEmail, optionalLine, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";

/**
 * Makes an agent for a user; the user need not have come yet. An empty e-mail stands for an agent without a person.
 * @throws AppError CONFLICT when the user has an agent here already: one system user has at most one agent.
 */
export const createAgent = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: { userId: string; name: string; surname?: string | null; email: string }) => {
    const given = requiredLine("userId", input.userId);
    const data = {
      // Users' ids are compared as text: one spelling.
      userId: isUuid(given) ? given.toLowerCase() : given,
      name: requiredLine("name", input.name),
      surname: optionalLine("surname", input.surname) ?? null,
      email: optionalEmail("email", input.email)?.toLowerCase() ?? "",
    };
    return inTransaction(ctx, async (tx) => {
      // No look first: of two calls at the same time both would pass it.
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

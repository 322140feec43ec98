import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { optionalLine, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { agentOr404 } from "./access.ts";

type AgentPatchInput = { id: string; name: string; surname?: string | null };

/** Changes name and surname, the only editable fields. A missing surname stays, null empties it. */
export const patchAgent = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: AgentPatchInput) =>
  inTransaction(ctx, async (tx) => {
    const before = await agentOr404(tx, input.id);
    const name = requiredLine("name", input.name);
    const surname = optionalLine("surname", input.surname);
    const agent = await tx.db.agent.update({
      where: { workspaceId_id: { workspaceId: tx.workspaceId, id: before.id } },
      data: { name, ...(surname !== undefined ? { surname } : {}) },
    });
    await audit(tx, "patchAgent", agent.id, {
      before: { name: before.name, surname: before.surname },
      after: { name: agent.name, surname: agent.surname },
    });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return agent;
  }),
);

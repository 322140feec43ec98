import { findAgent } from "../agents/access.ts";
import { audit } from "../auth/audit.ts";
import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, SENTENCES } from "../errors.ts";
import { requiredLine } from "../text-rules.ts";
import { storeNewKey } from "./key-record.ts";
import type { KeyRecord } from "./key-record.ts";

export type ApiKeyGenInput = { label: string; agentId?: string | null };

/**
 * Makes a key; the answer is the only place where its secret ever stands (contract.md, API keys, rules 1–3).
 * @throws AppError NOT_FOUND in the contract's words when the agent is missing, deleted or of another workspace.
 */
export async function genApiKey(ctx: Ctx, input: ApiKeyGenInput): Promise<KeyRecord> {
  can(ctx, "MANAGE_WORKSPACE");
  const label = requiredLine("label", input.label);
  return inTransaction(ctx, async (tx) => {
    const agentId = input.agentId ?? null;
    if (agentId && !(await findAgent(tx, agentId))) throw new AppError("NOT_FOUND", SENTENCES.targetAgentMissing);
    const record = await storeNewKey(tx, { label, agentId });
    await audit(tx, "genApiKey", record.id, { after: { label, agentId } });
    return record;
  });
}

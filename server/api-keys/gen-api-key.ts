import { findAgent } from "../agents/access.ts";
import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput } from "../errors.ts";
import type { ApiKeyScope } from "../generated/prisma/enums.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { readKeyLimits, type KeyLimitsInput } from "./key-limits.ts";
import { storeNewKey, type NewKey } from "./key-record.ts";
import { say } from "../say.ts";

export type ApiKeyGenInput = { label: string; agentId?: string | null; scopes?: ApiKeyScope[] | null } & KeyLimitsInput;

/**
 * Creates a key. Only this response contains its secret (contract.md, API keys, rules 1–3).
 * @throws AppError NOT_FOUND in the contract's words when the agent is missing, deleted or of another workspace; BAD_INPUT.
 */
export const genApiKey = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: ApiKeyGenInput): Promise<NewKey> => {
    const label = requiredLine("label", input.label);
    const scopes = [...new Set(input.scopes)];
    if (input.agentId && scopes.length > 0) throw badInput("scopes", say("service.keyScopes"));
    const limits = readKeyLimits(input, input.agentId ?? null, ctx.now);
    return inTransaction(ctx, async (tx) => {
      const agentId = input.agentId ?? null;
      if (agentId && !(await findAgent(tx, agentId)))
        throw new AppError("NOT_FOUND", say("service.targetAgentMissing"));
      const record = await storeNewKey(tx, { label, agentId, scopes, ...limits });
      await audit(tx, "genApiKey", record.id, { after: { label, agentId, scopes, ...limits } });
      return record;
    });
  },
);

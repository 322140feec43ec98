import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { AIType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { sealProperties } from "./access.ts";
import { readProperties } from "./assistant-properties.ts";
import { checkReferences } from "./check-references.ts";
import { syncSources } from "./knowledge/sync-sources.ts";
import { addVersion } from "./versions/write-version.ts";

export type AICreateInput = { name: string; type: AIType; integrationProperties?: unknown };

/**
 * Adds an assistant. Its integrationProperties are encrypted. No response shows the secrets in them, including the response to this call.
 * @throws AppError BAD_INPUT for integrationProperties that do not fit the type.
 */
export const createAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: AICreateInput) => {
    const { type } = input;
    const name = requiredLine("name", input.name);
    const properties = readProperties(type, input.integrationProperties);
    await checkReferences(ctx, properties);
    const place = { workspaceId: ctx.workspaceId, id: newId() };
    const sealed = await sealProperties(place, properties);
    return inTransaction(ctx, async (tx) => {
      const created = await tx.db.assistant.create({
        data: { ...place, name, type, properties: sealed, versionNumber: 1 },
      });
      await addVersion(tx, created.id, { state: "live", properties });
      await syncSources(tx, created.id);
      await audit(tx, "createAi", created.id, { after: { name, type } });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return created;
    });
  },
);

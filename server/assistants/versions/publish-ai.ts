import { audit } from "../../auth/audit.ts";
import { inTransaction } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import type { Assistant } from "../../generated/prisma/client.ts";
import { say } from "../../say.ts";
import { LONG_LINE_MAX, optionalLine } from "../../text-rules.ts";
import { verb } from "../../verb.ts";
import { lockAssistant, propertiesOfVersion } from "../access.ts";
import { draftOr404 } from "./access.ts";
import { gateObstacle } from "./gate-obstacle.ts";
import { setLive } from "./set-live.ts";
import { retireLive } from "./write-version.ts";

/**
 * The draft goes live. Where a gate is set, only after its evals have passed it.
 * @throws AppError NOT_FOUND, where there is no draft too; CONFLICT with the figures that the gate misses.
 */
export const publishAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: { aiId: string; note?: string | null }): Promise<Assistant> => {
    const note = optionalLine("note", input.note, LONG_LINE_MAX);
    return inTransaction(ctx, async (tx) => {
      const ai = await lockAssistant(tx, input.aiId);
      const draft = await draftOr404(tx, ai.id);
      const obstacle = await gateObstacle(tx, ai, draft);
      if (obstacle) throw new AppError("CONFLICT", say("assistants.notLive", { why: obstacle }));
      const before = await retireLive(tx, ai);
      const live = await tx.db.assistantVersion.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: draft.id } },
        data: { state: "live", publishedAt: tx.now, ...(note !== undefined ? { note } : {}) },
      });
      const after = await setLive(tx, ai, live, await propertiesOfVersion(live));
      await audit(tx, "publishAi", ai.id, {
        before: { version: before.number },
        after: { version: live.number, gateScore: ai.gateScore, note: live.note },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return after;
    });
  },
);

import { inTransaction } from "../../db.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { verb } from "../../verb.ts";
import { askForReading } from "./refresh-due-sources.ts";
import { sourceOr404 } from "../access.ts";

/**
 * Has a source read again now: a site for what is new on it, a file or a text once more. One that waits already, or is being read,
 * stays as it is. What was read before is answered from until then.
 * @throws AppError NOT_FOUND
 */
export const refreshAiSource = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  async (ctx, input: { aiId: string; sourceId: string }): Promise<KnowledgeSource> => {
    return inTransaction(ctx, async (tx) => {
      const { id } = await sourceOr404(tx, input.aiId, input.sourceId);
      await askForReading(tx, id);
      return sourceOr404(tx, input.aiId, id);
    });
  },
);

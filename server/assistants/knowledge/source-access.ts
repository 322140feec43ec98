import type { Ctx } from "../../ctx.ts";
import { notFound } from "../../errors.ts";
import type { KnowledgeSource } from "../../generated/prisma/client.ts";
import { assistantOr404 } from "../access.ts";

/**
 * The source of this id, of this assistant.
 * @throws AppError NOT_FOUND
 */
export async function sourceOr404(ctx: Ctx, aiId: string, id: string): Promise<KnowledgeSource> {
  await assistantOr404(ctx, aiId);
  const source = await ctx.db.knowledgeSource.findFirst({
    where: { workspaceId: ctx.workspaceId, aiId, id, deletedAt: null },
  });
  if (!source) throw notFound("source");
  return source;
}

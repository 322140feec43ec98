import type { Ctx } from "../ctx.ts";
import type { BulkAction } from "../generated/prisma/client.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { clientOfRow } from "../conversations/conv-parts.ts";
import { clientName } from "../conversations/display-name.ts";

export type BulkProblem = { convId: string; clientName: string; error: string; errorSaid: unknown };

/** Limit of problems returned; no one reads more. */
const TOLD = 100;

/**
 * The first conversations that a bulk action could not change, and why. Access to the action has been checked. A conversation that its
 * person no longer sees has only its id.
 */
export async function bulkProblemsOf(ctx: Ctx, bulk: Pick<BulkAction, "id" | "failedCount">): Promise<BulkProblem[]> {
  if (bulk.failedCount === 0) return [];
  const items = await ctx.db.bulkActionItem.findMany({
    where: { workspaceId: ctx.workspaceId, bulkId: bulk.id, error: { not: null } },
    orderBy: { convId: "asc" },
    take: TOLD,
    select: { convId: true, error: true, errorSaid: true },
  });
  const convs = await ctx.db.conversation.findMany({
    where: { AND: [convsVisibleTo(ctx), { id: { in: items.map(({ convId }) => convId) } }] },
    select: { id: true, clientId: true },
  });
  const names = new Map(
    await Promise.all(convs.map(async (conv) => [conv.id, clientName(await clientOfRow(ctx, conv))] as const)),
  );
  return items.map(({ convId, error, errorSaid }) => ({
    convId,
    errorSaid,
    clientName: names.get(convId) ?? "",
    error: error ?? "",
  }));
}

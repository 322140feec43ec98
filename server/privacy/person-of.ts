import type { Ctx } from "../ctx.ts";
import type { Whose } from "../inbox/forget-words.ts";

/** A contact with everybody who was merged into it, and all their conversations. */
export async function personOf(ctx: Ctx, clientId: string): Promise<Whose> {
  const { workspaceId } = ctx;
  const clients = await ctx.db.$queryRaw<{ id: string }[]>`
    with recursive person as (
      select id from "Client" where "workspaceId" = ${workspaceId} and id = ${clientId}::uuid
      union
      select c.id from person p join "Client" c on c."workspaceId" = ${workspaceId} and c."mergedIntoId" = p.id
    ) select id from person`;
  const clientIds = clients.map(({ id }) => id);
  const convs = await ctx.db.conversation.findMany({
    where: { workspaceId, clientId: { in: clientIds } },
    select: { id: true },
  });
  return { clientIds, convIds: convs.map(({ id }) => id) };
}

import { seesPlayground } from "../auth/conv-scope.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Client } from "../generated/prisma/client.ts";

/**
 * The contact of this id, whole: mask it before it leaves (`maskClient`).
 * @throws AppError NOT_FOUND, for one of another workspace and for one of the playground too.
 */
export async function clientForActor(ctx: Ctx, id: string): Promise<Client> {
  const client = await ctx.db.client.findUnique({
    where: {
      workspaceId_id: { workspaceId: ctx.workspaceId, id },
      ...(seesPlayground(ctx) ? {} : { isPlayground: false }),
    },
  });
  if (!client) throw notFound("client");
  return client;
}

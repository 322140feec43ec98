import { seesPlayground } from "../auth/conv-scope.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Client } from "../generated/prisma/client.ts";

/**
 * The contact with this id, unmasked: mask it before returning it (`maskClient`).
 * @throws AppError NOT_FOUND, also for contacts of another workspace or of the playground.
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

import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { convForActor } from "./access.ts";

/**
 * The newest message of a conversation, the service's own notes left out; null when there is none yet.
 * @throws AppError NOT_FOUND
 */
export async function getConvLastMessage(ctx: Ctx, input: { convId: string }): Promise<Message | null> {
  can(ctx, "USE_CONVS");
  const { lastMessageId } = await convForActor(ctx, input.convId);
  if (!lastMessageId) return null;
  return ctx.db.message.findUnique({ where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: lastMessageId } } });
}

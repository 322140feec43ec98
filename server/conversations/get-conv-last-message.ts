import type { Message } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";

/**
 * The newest message of a conversation, without the service's own notes. null: none yet.
 * @throws AppError NOT_FOUND
 */
export const getConvLastMessage = verb(
  { may: "USE_CONVS" },
  async (ctx, input: { convId: string }): Promise<Message | null> => {
    const { lastMessageId } = await convForActor(ctx, input.convId);
    if (!lastMessageId) return null;
    return ctx.db.message.findUnique({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: lastMessageId } },
    });
  },
);

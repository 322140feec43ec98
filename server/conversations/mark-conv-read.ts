import type { Conversation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";
import { notifyRead } from "../sending/notify-read.ts";

/**
 * Somebody has read the client's messages: the client is shown it, where the channel's read receipts go when messages are opened. Of
 * ended conversations too.
 * @throws AppError NOT_FOUND
 */
export const markConvRead = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    const conv = await convForActor(ctx, input.convId);
    const { workspaceId } = ctx;
    const integration = await ctx.db.integration.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId, id: conv.integrationId } },
      select: { type: true, readReceipts: true },
    });
    return notifyRead(ctx, { conv, integration }, "opened");
  },
);

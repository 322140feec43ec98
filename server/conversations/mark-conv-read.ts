import type { Conversation } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor } from "./access.ts";
import { notifyRead } from "../sending/notify-read.ts";

/**
 * Records that an agent has read the contact's messages. Sends the contact a read receipt if the channel sends receipts when messages
 * are opened. Works for ended conversations too.
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

import { actorAgentId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { lockConvForActor } from "./access.ts";
import { endHeldConv } from "./end-open-convs.ts";
import { flushOwn } from "../drafts/flush-undoable.ts";
import { notifyAgent } from "./notify-agent.ts";

export type EndConvInput = { convId: string; integrationId?: string };

/**
 * Ends a conversation; it stays ended, and the client's next message opens a new one. Ending one that has ended already
 * changes nothing and answers it as it is. What the same person sent there, and can still undo, goes out before.
 * @throws AppError NOT_FOUND
 */
export const endConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: EndConvInput): Promise<Conversation> => {
    const [conv, flushed] = await inTransaction(ctx, async (tx) => {
      const count = await flushOwn(tx, input.convId);
      const held = await lockConvForActor(tx, input.convId, input.integrationId);
      return [await endHeldConv(tx, held, say("line.ended")), count] as const;
    });
    if (flushed > 0) notifyAgent(ctx, actorAgentId(ctx.actor), "scheduled", conv.id);
    return conv;
  },
);

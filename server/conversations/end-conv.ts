import { actorAgentId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { checkSeen, lockConvForActor } from "./access.ts";
import { endHeldConv } from "./end-open-convs.ts";
import { flushOwn } from "../drafts/flush-undoable.ts";
import { notifyAgent } from "./notify-agent.ts";

export type EndConvInput = {
  convId: string;
  integrationId?: string;
  /** The newest message that the caller has seen (checkSeen). */
  seenSeq?: number | null;
};

/**
 * Ends a conversation. It stays ended; the contact's next message opens a new one. If it has ended already, nothing changes and the
 * response is the conversation as it is. Messages that the caller sent here and can still undo are sent first.
 * @throws AppError NOT_FOUND, CONFLICT (the contact has written since)
 */
export const endConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: EndConvInput): Promise<Conversation> => {
    const [conv, flushed] = await inTransaction(ctx, async (tx) => {
      const count = await flushOwn(tx, input.convId);
      const held = await lockConvForActor(tx, input.convId, input.integrationId);
      await checkSeen(tx, held, input.seenSeq);
      return [await endHeldConv(tx, held, say("line.ended")), count] as const;
    });
    if (flushed > 0) notifyAgent(ctx, actorAgentId(ctx.actor), "scheduled", conv.id);
    return conv;
  },
);

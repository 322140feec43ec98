import { actorAgentId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { lockConvForActor } from "./access.ts";
import { flushOwn } from "../drafts/flush-undoable.ts";
import { assignHeldConv, type NewOwnerInput } from "./give-conv.ts";
import { notifyAgent } from "./notify-agent.ts";

export type AssignConvInput = NewOwnerInput & { convId: string; integrationId?: string };

/**
 * Assigns an open conversation to an agent or to the assistant of the channel (or workspace), or unassigns it.
 * Every change of owner raises ownerVersion, so that an assistant's unfinished answer is dropped.
 * An assistant starts with what the contact has written since the last answer.
 * Messages that the caller sent here and can still undo are sent first.
 * @throws AppError NOT_FOUND (conversation or agent), BAD_INPUT (agent and assistant at once, no assistant), CONFLICT (ended)
 */
export const assignConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: AssignConvInput): Promise<Conversation> => {
    if (input.agentId && input.isAi) throw badInput("isAi", say("inbox.notBoth", { one: "agentId", other: "isAi" }));
    const [conv, flushed] = await inTransaction(ctx, async (tx) => {
      const count = await flushOwn(tx, input.convId);
      const held = await lockConvForActor(tx, input.convId, input.integrationId);
      return [await assignHeldConv(tx, held, input), count] as const;
    });
    if (flushed > 0) notifyAgent(ctx, actorAgentId(ctx.actor), "scheduled", conv.id);
    return conv;
  },
);

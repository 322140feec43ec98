import { actorAgentId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { convForActor, lockConvForActor } from "./access.ts";
import { controlThread } from "./control-thread.ts";
import { takeFromOtherApp } from "./other-app.ts";

/**
 * Where only a message takes the conversation at the provider, there is this much time to write it: meanwhile, what the other app
 * still says does not give the conversation back to it. In milliseconds.
 */
const TO_WRITE_MS = 15 * 60_000;

/**
 * Takes a conversation from the other app that answers the contact, at the provider and here, so that it can be answered here. An
 * unassigned one goes to the caller's agent. Where no other app answers, nothing changes.
 * @throws AppError NOT_FOUND, CONFLICT (ended, the provider refuses, or the channel is off)
 */
export const takeOverConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    const conv = await convForActor(ctx, input.convId);
    if (conv.ended) throw refused(say("refusal.ended"));
    if (!conv.otherAppSince) return conv;
    const asked = await controlThread(ctx, conv, "takeThread");
    if (typeof asked === "object") throw refused(asked.refused);
    return inTransaction(ctx, async (tx) => {
      const held = await lockConvForActor(tx, input.convId);
      if (held.ended || !held.otherAppSince) return held;
      return takeFromOtherApp(tx, held, {
        until: new Date(Date.now() + (asked === "done" ? 0 : TO_WRITE_MS)),
        ownerOf: () => ({ assigneeId: actorAgentId(tx.actor), aiId: null }),
        line: say("line.tookFromOtherApp"),
        isDue: false,
      });
    });
  },
);

function refused(why: Said): AppError {
  return new AppError("CONFLICT", say("refusal.takeOver", { why }));
}

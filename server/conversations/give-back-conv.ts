import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { verb } from "../verb.ts";
import { convForActor, lockConvForActor } from "./access.ts";
import { controlThread } from "./control-thread.ts";
import { giveToOtherApp } from "./other-app.ts";

/** Whether another app has answered in this conversation, and does not now. */
export function canGiveBack({
  ended,
  otherAppSince,
  otherAppUntil,
}: Pick<Conversation, "ended" | "otherAppSince" | "otherAppUntil">): boolean {
  return !ended && otherAppSince === null && otherAppUntil !== null;
}

/**
 * Gives a conversation back to the other app that answered the contact before, at the provider and here. A person keeps it, an assistant
 * leaves it. Where the other app answers already, nothing changes.
 * @throws AppError NOT_FOUND, CONFLICT (ended, no other app has answered in it, the provider refuses, or the channel is off)
 */
export const giveBackConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    const conv = await convForActor(ctx, input.convId);
    if (conv.otherAppSince && !conv.ended) return conv;
    mustBeGivable(conv);
    const asked = await controlThread(ctx, conv, "releaseThread");
    if (asked === "nothing") throw refused(say("refusal.noOtherApp"));
    if (typeof asked === "object") throw refused(asked.refused);
    return inTransaction(ctx, async (tx: Ctx) => {
      const held = await lockConvForActor(tx, input.convId);
      if (!canGiveBack(held)) return held;
      // From now on, although it may have been ours for some time yet.
      return giveToOtherApp(tx, { ...held, otherAppUntil: null }, tx.now, say("line.gaveBack"));
    });
  },
);

function mustBeGivable(conv: Conversation): void {
  if (conv.ended) throw refused(say("refusal.ended"));
  if (!canGiveBack(conv)) throw refused(say("refusal.noOtherApp"));
}

function refused(why: Said): AppError {
  return new AppError("CONFLICT", say("refusal.giveBack", { why }));
}

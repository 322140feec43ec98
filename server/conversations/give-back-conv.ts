import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { placeOf } from "../messages/sendable.ts";
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
 * @throws AppError NOT_FOUND, CONFLICT (ended, no other app has answered in it, the contact waits for an answer, one waits to be sent, the
 * provider refuses, or the channel is off)
 */
export const giveBackConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { convId: string }): Promise<Conversation> => {
    const conv = await convForActor(ctx, input.convId);
    if (conv.otherAppSince && !conv.ended) return conv;
    await mustBeGivable(ctx, conv);
    // Before the provider is asked, and in whole seconds as its own times are: what the contact writes from then on is later.
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    if (await isOurs(ctx, conv)) {
      const asked = await controlThread(ctx, conv, "releaseThread");
      if (asked === "nothing") throw refused(say("refusal.noOtherApp"));
      if (typeof asked === "object") throw refused(asked.refused);
    }
    return inTransaction(ctx, async (tx) => {
      const held = await lockConvForActor(tx, input.convId);
      // The contact may have written meanwhile, to us.
      if (!canGiveBack(held) || held.needsResponse) return held;
      return giveToOtherApp(tx, { ...held, otherAppUntil: null }, at, say("line.gaveBack"));
    });
  },
);

/** @throws AppError CONFLICT */
async function mustBeGivable({ db, workspaceId }: Ctx, conv: Conversation): Promise<void> {
  if (conv.ended) throw refused(say("refusal.ended"));
  if (!canGiveBack(conv)) throw refused(say("refusal.noOtherApp"));
  // The other app answers what comes from now on.
  if (conv.needsResponse) throw refused(say("refusal.answerFirst"));
  const waiting = await db.sendQueue.findFirst({
    where: { workspaceId, convId: conv.id },
    select: { messageId: true },
  });
  if (waiting) throw refused(say("refusal.stillSending"));
}

/** Whether the provider has it as ours. Where only a message takes a conversation there, none may have been written since. */
async function isOurs(ctx: Ctx, conv: Conversation): Promise<boolean> {
  const { integration } = await placeOf(ctx, conv);
  if (channelOf(integration.type).adapter?.takeThread) return true;
  const last = await ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, convId: conv.id, type: { not: "note" } },
    orderBy: { seq: "desc" },
    select: { isAgent: true, sentElsewhere: true },
  });
  return last !== null && last.isAgent && !last.sentElsewhere;
}

function refused(why: Said): AppError {
  return new AppError("CONFLICT", say("refusal.giveBack", { why }));
}

import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { addSystemNote } from "../messages/system-note.ts";
import { say, type Said } from "../say.ts";
import { NOBODY, type Owner } from "./choose-assignee.ts";
import { noteAssignment } from "./note-assignment.ts";

/** How long after another app has stopped its last words may still arrive, in milliseconds. */
export const LAST_WORDS_MS = 60_000;

/**
 * The provider has shown what a contact and another app write to each other, so that app answers, and nobody here needs to. Words from
 * before the app stopped, or from before the contact last wrote to us, come late and change nothing.
 * @param tx the open transaction, with the conversation's row locked.
 * @param at when it was written.
 */
export async function followOtherApp(tx: Ctx, conv: Conversation, at: Date): Promise<Conversation> {
  const { lastClientMessageAt: ours, otherAppUntil: until } = conv;
  if ((ours && at < ours) || (until && at.getTime() <= until.getTime() + LAST_WORDS_MS)) return conv;
  return giveToOtherApp(tx, conv, at);
}

/**
 * Another app answers the contact at the provider from now on. A person keeps the conversation, an assistant leaves it. Where another
 * app answers already, or has stopped since, nothing changes.
 * @param tx the open transaction, with the conversation's row locked.
 * @param at since when, by the provider's clock.
 * @param line the thread's line about it.
 */
export async function giveToOtherApp(
  tx: Ctx,
  conv: Conversation,
  at: Date,
  line: Said = say("line.otherApp"),
): Promise<Conversation> {
  if (conv.ended || conv.otherAppSince || (conv.otherAppUntil && at <= conv.otherAppUntil)) return conv;
  const note = await addSystemNote(tx, conv, line);
  const { assigneeId } = conv;
  const given = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: {
      otherAppSince: at,
      needsResponse: false,
      dormant: false,
      ...(conv.aiId === null ? {} : { aiId: null, ownerVersion: { increment: 1 } }),
    },
  });
  const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id };
  await emit(tx, { name: "CONV_CHANGED", ...about, assigneeId, prevAssigneeId: assigneeId });
  return given;
}

type Return = {
  /** By the provider's clock. Words of the other app until then come late. */
  until: Date;
  /** Who gets it if nobody has it. An assistant gets it only if the contact wrote last, because it has nothing to say otherwise. */
  ownerOf: () => Promise<Owner> | Owner;
  /** The thread's line about it. */
  line: Said;
  /** Whether somebody must answer even if the contact did not write last. */
  isDue: boolean;
};

/**
 * No other app answers any more, or it was not known that one did.
 * @param tx the open transaction, with the conversation's row locked.
 */
export async function takeFromOtherApp(
  tx: Ctx,
  conv: Conversation,
  { until, ownerOf, line, isDue }: Return,
): Promise<Conversation> {
  const note = await addSystemNote(tx, conv, line);
  const last = await tx.db.message.findFirst({
    where: { workspaceId: tx.workspaceId, convId: conv.id, type: { not: "note" } },
    orderBy: { seq: "desc" },
    select: { isAgent: true },
  });
  const isOwned = conv.assigneeId !== null || conv.aiId !== null;
  const chosen = isOwned ? { assigneeId: conv.assigneeId, aiId: conv.aiId } : await ownerOf();
  const owner = chosen.aiId !== null && last?.isAgent !== false && isDue ? NOBODY : chosen;
  const isGiven = owner.assigneeId !== conv.assigneeId || owner.aiId !== conv.aiId;
  const needsResponse = isDue || last?.isAgent === false;
  const taken = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: {
      otherAppSince: null,
      otherAppUntil: until,
      needsResponse,
      // Not since the contact wrote to the other app.
      ...(needsResponse ? { waitingSince: tx.now, dormant: false } : {}),
      ...(isGiven ? { ...owner, ownerVersion: { increment: 1 } } : {}),
    },
  });
  if (isGiven) await noteAssignment(tx, conv.id, owner);
  if (owner.aiId) tx.wakes?.add("turns");
  const about = { convId: conv.id, clientId: conv.clientId, messageId: note.id };
  await emit(tx, {
    name: "CONV_CHANGED",
    ...about,
    assigneeId: owner.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return taken;
}

import { actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Message } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { withReach, type PinnedNote } from "./list-pinned-notes.ts";

export type PinNoteInput = { messageId: string; isPinned: boolean };

/** Limit per contact, so that the pinned notes stay readable. */
export const MOST_PINNED = 10;

/**
 * Pins a note to its contact, or unpins it. A pinned note is shown above the notes of all of the contact's conversations. Pinning
 * shares it: everyone who sees any conversation of the contact can read and unpin it.
 * @throws AppError NOT_FOUND, BAD_INPUT if it is not a note of the team, CONFLICT when ten are pinned
 */
export const pinNote = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: PinNoteInput): Promise<PinnedNote> => {
    const note = await noteForActor(ctx, input);
    if (note.type !== "note" || note.noteType === "system") throw badInput("messageId", say("inbox.onlyNote"));
    const changed = (note.pinnedAt !== null) === input.isPinned ? note : await setPin(ctx, note, input.isPinned);
    const [pinned] = await withReach(ctx, [changed]);
    if (!pinned) throw notFound("message");
    return pinned;
  },
);

function setPin(ctx: Ctx, note: Message, isPinned: boolean): Promise<Message> {
  const { workspaceId } = ctx;
  return inTransaction(ctx, async (tx) => {
    // Serializes concurrent pins of one contact, so that they cannot exceed the limit.
    await tx.db.$queryRaw`
      select id from "Client" where "workspaceId" = ${workspaceId} and id = ${note.clientId}::uuid for no key update`;
    const { clientId } = note;
    const pinned = await tx.db.message.count({ where: { workspaceId, clientId, pinnedAt: { not: null } } });
    if (isPinned && pinned >= MOST_PINNED)
      throw new AppError("CONFLICT", say("refusal.mostPinned", { count: MOST_PINNED }));
    const message = await tx.db.message.update({
      where: { workspaceId_id: { workspaceId, id: note.id } },
      data: isPinned ? { pinnedAt: tx.now, pinnedBy: actorId(tx.actor) } : { pinnedAt: null, pinnedBy: null },
    });
    await emit(tx, { name: "CLIENT_CHANGED", clientId });
    return message;
  });
}

/** A note of a conversation that the actor sees. A pinned note is enough if the actor sees any conversation of its contact. */
async function noteForActor(ctx: Ctx, { messageId }: PinNoteInput): Promise<Message> {
  const visible = convsVisibleTo(ctx);
  const shared = { pinnedAt: { not: null }, client: { conversations: { some: visible } } };
  const note = await ctx.db.message.findFirst({
    where: { workspaceId: ctx.workspaceId, id: messageId, OR: [{ conversation: visible }, shared] },
  });
  if (!note) throw notFound("message");
  return note;
}

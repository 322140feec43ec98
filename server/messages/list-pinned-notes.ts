import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor, convsVisibleTo } from "../conversations/access.ts";

/** `isReachable`: the actor may see the conversation that the note was written in. */
export type PinnedNote = { note: Message; isReachable: boolean };

/**
 * The pinned notes of a conversation's contact, from all of the contact's conversations, last pinned first.
 * @throws AppError NOT_FOUND
 */
export const listPinnedNotes = verb(
  { may: "USE_CONVS", plan: "inbox" },
  async (ctx, input: { convId: string }): Promise<PinnedNote[]> => {
    const { clientId } = await convForActor(ctx, input.convId);
    const { workspaceId } = ctx;
    const notes = await ctx.db.message.findMany({
      where: { workspaceId, clientId, pinnedAt: { not: null } },
      orderBy: [{ pinnedAt: "desc" }, { id: "desc" }],
    });
    return withReach(ctx, notes);
  },
);

/** Adds whether the actor may see the conversation of each note. */
export async function withReach(ctx: Ctx, notes: readonly Message[]): Promise<PinnedNote[]> {
  const reachable = await ctx.db.conversation.findMany({
    where: { AND: [convsVisibleTo(ctx), { id: { in: notes.map(({ convId }) => convId) } }] },
    select: { id: true },
  });
  const ids = new Set(reachable.map(({ id }) => id));
  return notes.map((note) => ({ note, isReachable: ids.has(note.convId) }));
}

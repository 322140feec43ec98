import type { Ctx } from "../ctx.ts";
import type { Message } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convForActor, convsVisibleTo } from "../conversations/access.ts";

/** `isReachable`: the actor sees the conversation that it was written in. */
export type PinnedNote = { note: Message; isReachable: boolean };

/**
 * The notes that are pinned to a conversation's client, pinned last first; from whichever of the client's conversations they are.
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

/** Whether the actor sees the conversations that notes were written in. */
export async function withReach(ctx: Ctx, notes: readonly Message[]): Promise<PinnedNote[]> {
  const reachable = await ctx.db.conversation.findMany({
    where: { AND: [convsVisibleTo(ctx), { id: { in: notes.map(({ convId }) => convId) } }] },
    select: { id: true },
  });
  const ids = new Set(reachable.map(({ id }) => id));
  return notes.map((note) => ({ note, isReachable: ids.has(note.convId) }));
}

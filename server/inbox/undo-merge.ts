import { audit } from "../auth/audit.ts";
import { lockForUnmerge, releaseClients } from "../clients/release-clients.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { NewEvent } from "../events/events.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { moveConvsBack } from "./move-convs-back.ts";
import { addSystemNote } from "./system-note.ts";

/**
 * Takes a merge back, for 30 days: the merged contacts stand for themselves again, with their identities and with the conversations
 * that they brought or have opened since; what the merge filled in is emptied, unless somebody has changed it since.
 *
 * A conversation that the merge ended stays ended, as its subscribers were told; the contact's next message opens a new one.
 * @returns the contact that they had been merged into.
 * @throws AppError NOT_FOUND, CONFLICT (in words: too late, done already, or something builds on it)
 */
export const undoMerge = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: { mergeId: string }): Promise<Client> => {
    return inTransaction(ctx, async (tx) => {
      const unmerge = await lockForUnmerge(tx, input.mergeId);
      const moved = await moveConvsBack(tx, unmerge);
      const released = await releaseClients(tx, unmerge);
      await audit(tx, "undoMerge", released.id, { after: { sourceIds: unmerge.merge.mergedIds } });
      const changes: NewEvent[] = [];
      for (const conv of moved) {
        const note = conv.ended ? null : await addSystemNote(tx, conv, say("line.mergeUndone"));
        changes.push({
          name: "CONV_CHANGED",
          convId: conv.id,
          clientId: conv.clientId,
          ...(note ? { messageId: note.id } : {}),
          assigneeId: conv.assigneeId,
          prevAssigneeId: conv.assigneeId,
        });
      }
      await emit(tx, ...changes);
      return released;
    });
  },
);

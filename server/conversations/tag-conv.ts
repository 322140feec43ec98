import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import type { Conversation } from "../generated/prisma/client.ts";
import { say, type Said } from "../say.ts";
import { ensureTags, readTagValues } from "../tags/tag-values.ts";
import { verb } from "../verb.ts";
import { lockConvForActor } from "./access.ts";
import { addSystemNote } from "../messages/system-note.ts";

/** The whole new set of tags. */
export type TagConvInput = { convId: string; integrationId?: string; tags: string[] };

/**
 * Replaces the tags of a conversation. Values that are new to the workspace are added to its tag list.
 * @throws AppError NOT_FOUND, BAD_INPUT
 */
export const tagConv = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: TagConvInput): Promise<Conversation> => {
    const tags = readTagValues("tags", input.tags);
    return inTransaction(ctx, async (tx) => {
      const conv = await lockConvForActor(tx, input.convId, input.integrationId);
      return tagHeldConv(tx, conv, tags);
    });
  },
);

/** Like tagConv, for a locked conversation and values checked by `readTagValues`. */
export async function tagHeldConv(tx: Ctx, conv: Conversation, tags: string[]): Promise<Conversation> {
  const added = tags.filter((tag) => !conv.tags.includes(tag));
  const removed = conv.tags.filter((tag) => !tags.includes(tag));
  if (added.length === 0 && removed.length === 0) return conv;
  // Tags tried out in the playground must not appear in the workspace's tag list.
  if (!conv.isPlayground) await ensureTags(tx, "conversation", added);
  const note = await addSystemNote(tx, conv, lineOf(added, removed));
  const tagged = await tx.db.conversation.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: conv.id } },
    data: { tags },
  });
  await emit(tx, {
    name: "CONV_CHANGED",
    convId: conv.id,
    clientId: conv.clientId,
    messageId: note.id,
    // The same agent before and after: otherwise an agent who cannot see the conversation would be notified that it was just taken away.
    assigneeId: conv.assigneeId,
    prevAssigneeId: conv.assigneeId,
  });
  return tagged;
}

function lineOf(added: string[], removed: string[]): Said {
  if (removed.length === 0) return say("line.tagsAdded", { count: added.length, tags: added.join(", ") });
  if (added.length === 0) return say("line.tagsRemoved", { count: removed.length, tags: removed.join(", ") });
  return say("line.tagsChanged", {
    addedCount: added.length,
    added: added.join(", "),
    removedCount: removed.length,
    removed: removed.join(", "),
  });
}

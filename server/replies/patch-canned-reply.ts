import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { verb } from "../verb.ts";
import { mayWrite, replyForActor } from "./access.ts";
import { shortcutTaken } from "./create-canned-reply.ts";
import { readReply, type ReplyFields } from "./reply-fields.ts";

/**
 * Gives a reply new words, files and actions: what is given is all that it has from now on. Whose it is stays.
 * @throws AppError NOT_FOUND, FORBIDDEN_ROLE (the team's), BAD_INPUT, CONFLICT for a taken shortcut
 */
export const patchCannedReply = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: ReplyFields & { id: string }) => {
    const { workspaceId, id, ownerId } = await replyForActor(ctx, input.id);
    mayWrite(ctx, ownerId === null);
    const data = await readReply(ctx, input);
    return inTransaction(ctx, async (tx) => {
      const { shortcut } = data;
      const where = { workspaceId, ownerId, shortcut, deletedAt: null, id: { not: id } };
      if ((await tx.db.cannedReply.count({ where })) > 0) throw shortcutTaken(shortcut);
      const reply = await tx.db.cannedReply
        .update({ where: { workspaceId_id: { workspaceId, id } }, data: { ...data, patchedAt: tx.now } })
        // Two who take it at once.
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? shortcutTaken(shortcut) : error;
        });
      if (ownerId === null) await emit(tx, { name: "WORKSPACE_CHANGED" });
      return reply;
    });
  },
);

import { inTransaction } from "../db.ts";
import { emit } from "../events/emit.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { verb } from "../verb.ts";
import { mayWrite, replyForActor } from "./access.ts";
import { shortcutTaken } from "./create-canned-reply.ts";
import { readReply, type ReplyFields } from "./reply-fields.ts";

/**
 * Replaces a reply's text, files and actions with the given ones. Its owner does not change.
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
        // Another request took the same shortcut at the same time.
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? shortcutTaken(shortcut) : error;
        });
      if (ownerId === null) await emit(tx, { name: "WORKSPACE_CHANGED" });
      return reply;
    });
  },
);

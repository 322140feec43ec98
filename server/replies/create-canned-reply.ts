import { actorId } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { personOf } from "../conversations/person.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { mayWrite } from "./access.ts";
import { readReply, type ReplyFields } from "./reply-fields.ts";

/** Limit for the team, and for each person. The list is searched while the agent types. */
const MOST_REPLIES = 500;

/**
 * Saves a canned reply. With actions it is a macro.
 * @throws AppError BAD_INPUT, FORBIDDEN_ROLE (the team's), NOT_FOUND (a key's own; a stage or an agent), CONFLICT for a taken shortcut
 */
export const createCannedReply = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: ReplyFields & { isTeam?: boolean | null }) => {
    const isTeam = input.isTeam ?? false;
    mayWrite(ctx, isTeam);
    const ownerId = isTeam ? null : personOf(ctx).userId;
    const data = await readReply(ctx, input);
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      if ((await tx.db.cannedReply.count({ where: { workspaceId, ownerId, deletedAt: null } })) >= MOST_REPLIES)
        throw new AppError("CONFLICT", say("refusal.mostReplies", { count: MOST_REPLIES }));
      const [reply] = await tx.db.cannedReply.createManyAndReturn({
        data: [{ workspaceId, ownerId, createdBy: actorId(tx.actor), ...data }],
        skipDuplicates: true,
      });
      if (!reply) throw shortcutTaken(data.shortcut);
      if (isTeam) await emit(tx, { name: "WORKSPACE_CHANGED" });
      return reply;
    });
  },
);

export function shortcutTaken(shortcut: string): AppError {
  return new AppError("CONFLICT", say("refusal.shortcut", { shortcut }));
}

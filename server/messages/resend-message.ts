import { commentOf } from "../channels/comments.ts";
import { isPerson, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, notFound } from "../errors.ts";
import type { Message } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo, lockConvForActor } from "../conversations/access.ts";
import { author } from "./accept-message.ts";
import { queueMessage } from "./queue-message.ts";
import { mustSendTemplates } from "../integrations/sends-templates.ts";
import { mustBeSendable, placeOf } from "./sendable.ts";
import { takeOverByWriting } from "../conversations/take-over.ts";

/**
 * Sends a failed message again as a new message that references the old one. The old one stays failed.
 * @throws AppError NOT_FOUND, CONFLICT (it did not fail, answers a comment privately, is already being sent again, or its conversation has
 * ended), and as addMessage
 */
export const resendMessage = verb(
  { may: "USE_CONVS", plan: "inbox", audit: "everyday" },
  async (ctx, input: { messageId: string }): Promise<Message> => {
    const where = {
      workspaceId: ctx.workspaceId,
      id: input.messageId,
      isAgent: true,
      conversation: convsVisibleTo(ctx),
    };
    return inTransaction(ctx, async (tx) => {
      const seen = await tx.db.message.findFirst({ where, select: { convId: true } });
      if (!seen) throw notFound("message");
      const conv = await lockConvForActor(tx, seen.convId);
      const failed = await tx.db.message.findFirstOrThrow({ where });
      if (failed.status !== "failed") throw new AppError("CONFLICT", say("refusal.onlyFailed"));
      if (commentOf(failed.address) !== null) throw new AppError("CONFLICT", say("refusal.answerAgain"));
      // The conversation's lock keeps a double click from sending two messages.
      const again = await tx.db.message.findFirst({
        where: { workspaceId: tx.workspaceId, resendOfId: failed.id, status: { not: "failed" } },
        select: { id: true },
      });
      if (again || (await isRetried(tx, failed))) {
        throw new AppError("CONFLICT", say("refusal.sentAgain"));
      }
      const place = await placeOf(tx, conv);
      if (failed.type === "template") mustSendTemplates(place.integration, "messageId");
      mustBeSendable(place, tx.now, { isTemplate: failed.type === "template", isPersons: isPerson(tx) });
      const { type, content, caption, address, replyToMessageId, template } = failed;
      const taken = await takeOverByWriting(tx, conv);
      return queueMessage(
        tx,
        { ...place, conv: taken },
        { type, content, caption, address, replyToMessageId, template, resendOfId: failed.id, ...author(tx) },
        { kind: failed.type === "template" ? "notification" : "reply" },
      );
    });
  },
);

/** Whether a retry of its broadcast has already created another message for this contact. */
async function isRetried(tx: Ctx, { broadcastId, clientId }: Message): Promise<boolean> {
  if (broadcastId === null) return false;
  const where = { workspaceId: tx.workspaceId, clientId, error: null, broadcast: { retryOfId: broadcastId } };
  return (await tx.db.broadcastRecipient.count({ where })) > 0;
}

import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { MessageType, NoteType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { MACRO_ACTIONS } from "../conversations/macro-actions.ts";
import { personOf } from "../conversations/person.ts";

/** What a scheduled message's row keeps of it: addMessage's input but for the conversation, and what is to follow. */
export const SCHEDULED = z.object({
  type: z.enum(MessageType),
  content: z.string(),
  caption: z.string().nullable(),
  noteType: z.enum(NoteType).nullable(),
  replyToMessageId: z.string().nullable(),
  mentions: z.array(z.string()),
  /** Done with the conversation once the message is in it, in the same transaction: "send and end", macros. */
  actions: MACRO_ACTIONS,
});
export type Scheduled = z.infer<typeof SCHEDULED>;

/** What is shown of a row; of one that can no longer be read an empty text, beside the reason why it was not sent. */
export function shownOf({
  message,
}: Pick<ScheduledMessage, "message">): Pick<Scheduled, "type" | "content" | "caption" | "replyToMessageId"> {
  const read = SCHEDULED.safeParse(message);
  return read.success ? read.data : { type: "text", content: "", caption: null, replyToMessageId: null };
}

/**
 * The person's own scheduled message.
 * @throws AppError NOT_FOUND, for a colleague's too.
 */
export async function ownScheduled(ctx: Ctx, id: string): Promise<ScheduledMessage> {
  const { agentId } = personOf(ctx);
  const row = await ctx.db.scheduledMessage.findFirst({ where: { workspaceId: ctx.workspaceId, id, agentId } });
  if (!row) throw notFound("scheduledMessage");
  return row;
}

/** Why a scheduled message cannot be changed any more. */
export function tooLate({ state }: Pick<ScheduledMessage, "state">): AppError {
  return new AppError("CONFLICT", state === "cancelled" ? say("refusal.cancelled") : say("refusal.sent"));
}

import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { AppError, notFound } from "../errors.ts";
import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { MessageType, NoteType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { MACRO_ACTIONS } from "../conversations/macro-actions.ts";
import { personOf } from "../conversations/person.ts";

/** The stored message of a scheduled message's row: addMessage's input without the conversation, and the actions to run afterwards. */
export const SCHEDULED = z.object({
  type: z.enum(MessageType),
  content: z.string(),
  caption: z.string().nullable(),
  noteType: z.enum(NoteType).nullable(),
  replyToMessageId: z.string().nullable(),
  mentions: z.array(z.string()),
  /** Run on the conversation after the message is added, in the same transaction: "send and end", macros. */
  actions: MACRO_ACTIONS,
});
export type Scheduled = z.infer<typeof SCHEDULED>;

/** What the UI shows of a row. An unreadable row has an empty text, and the reason why it was not sent. */
export function shownOf({
  message,
}: Pick<ScheduledMessage, "message">): Pick<Scheduled, "type" | "content" | "caption" | "replyToMessageId"> {
  const read = SCHEDULED.safeParse(message);
  return read.success ? read.data : { type: "text", content: "", caption: null, replyToMessageId: null };
}

/**
 * The person's own scheduled message.
 * @throws AppError NOT_FOUND, also for a colleague's message.
 */
export async function ownScheduled(ctx: Ctx, id: string): Promise<ScheduledMessage> {
  const { agentId } = personOf(ctx);
  const row = await ctx.db.scheduledMessage.findFirst({ where: { workspaceId: ctx.workspaceId, id, agentId } });
  if (!row) throw notFound("scheduledMessage");
  return row;
}

/** The error for a scheduled message that can no longer be changed. */
export function tooLate({ state }: Pick<ScheduledMessage, "state">): AppError {
  return new AppError("CONFLICT", state === "cancelled" ? say("refusal.cancelled") : say("refusal.sent"));
}

import { raiseStatusesUntil } from "../inbox/raise-statuses-until.ts";
import { contactOf } from "./access.ts";
import type { Visitor } from "./open-webchat.ts";

/** The visitor has seen our messages up to this one; one that is not theirs raises nothing. */
export async function markVisitorRead(visitor: Visitor, upToId: string): Promise<void> {
  const { ctx, integration, visitorId } = visitor;
  if (!(await contactOf(visitor))) return;
  await raiseStatusesUntil(ctx, integration, {
    of: "upToMessage",
    senderId: visitorId,
    externalMessageId: upToId,
    status: "read",
    at: ctx.now,
    error: null,
  });
}

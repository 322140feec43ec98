import { raiseStatusesUntil } from "../sending/raise-statuses-until.ts";
import { contactOf, type Visitor } from "./access.ts";
import { announceEphemeral } from "../events/ephemeral.ts";

/** Marks our messages as read by the visitor up to this one. Ignores a message that is not theirs. */
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

/** Notifies the inbox that the visitor is typing. Does nothing before their first message. */
export async function notifyVisitorTyping(visitor: Visitor, isTyping: boolean): Promise<void> {
  const { ctx, integration } = visitor;
  const { workspaceId } = ctx;
  const contact = await contactOf(visitor);
  if (!contact) return;
  const conv = await ctx.db.conversation.findFirst({
    where: { workspaceId, clientId: contact.clientId, integrationId: integration.id, ended: false },
    select: { id: true, assigneeId: true },
  });
  if (!conv) return;
  const { id: convId, assigneeId } = conv;
  announceEphemeral({ workspaceId, convId, assigneeId, kind: "typing", from: "client", name: null, isTyping });
}

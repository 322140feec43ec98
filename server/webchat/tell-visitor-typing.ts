import { announceEphemeral } from "../events/ephemeral.ts";
import { contactOf } from "./access.ts";
import type { Visitor } from "./open-webchat.ts";

/** Tells the inbox that the visitor is writing; before their first message there is nobody to tell. */
export async function tellVisitorTyping(visitor: Visitor, isTyping: boolean): Promise<void> {
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

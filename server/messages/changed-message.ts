import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Integration, Message } from "../generated/prisma/client.ts";
import { NotYet, type Arrival } from "./not-yet.ts";

/**
 * Finds the channel's message that a provider reports a change of, and locks its row until the transaction ends. It can be a message of
 * the contact or of the business.
 * @param tx the open transaction.
 * @returns null if there is no such message and it is not expected any more: it is older than the channel here.
 * @throws NotYet while the message may still arrive. Providers do not keep order.
 */
export async function changedMessage(
  tx: Ctx,
  integration: Pick<Integration, "id">,
  externalMessageId: string,
  { mayWait }: Arrival,
): Promise<Message | null> {
  const [message] = await tx.db.$queryRaw<Message[]>`
    select * from "Message"
    where "workspaceId" = ${tx.workspaceId} and "integrationId" = ${integration.id}::uuid and "isAgent" in (false, true)
      and "externalMessageId" = ${externalMessageId}
    order by "isAgent" limit 1 for no key update`;
  if (!message && mayWait) throw new NotYet(`It is about a message that is not here: ${externalMessageId}`);
  return message ?? null;
}

/** Emits that a message changed. Also emits a change of its conversation if lists show the message as its last one. */
export async function emitMessageChanged(
  tx: Ctx,
  message: Pick<Message, "id" | "convId" | "clientId">,
  { isShownInLists }: { isShownInLists: boolean },
): Promise<void> {
  const { id, convId, clientId } = message;
  const { assigneeId, lastMessageId } = await tx.db.conversation.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: convId } },
    select: { assigneeId: true, lastMessageId: true },
  });
  const about = { convId, clientId, messageId: id, assigneeId };
  await emit(tx, { name: "MESSAGE_CHANGED", ...about });
  if (isShownInLists && lastMessageId === id)
    await emit(tx, { name: "CONV_CHANGED", ...about, prevAssigneeId: assigneeId });
}

import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import type { Integration, Message } from "../generated/prisma/client.ts";
import { NotYet, type Arrival } from "./not-yet.ts";

/**
 * The message of a channel that its provider tells something new of, its row locked until the transaction ends: a client's, or one
 * of the business's.
 * @param tx the open transaction.
 * @returns null when there is none, and none is waited for: it is older than the channel here.
 * @throws NotYet while it may still come: providers keep no order.
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

/** Tells of a message that changed, and of its conversation where a list shows the message as the last one. */
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

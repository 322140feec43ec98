import type { InboundChange } from "../channels/inbound.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import type { Integration, Message } from "../generated/prisma/client.ts";
import { changedMessage, emitMessageChanged } from "./changed-message.ts";
import type { Arrival } from "./not-yet.ts";

/**
 * Stores that a comment was hidden from the public at the provider, or is shown again.
 * @param ctx outside a transaction, with a system actor.
 */
export async function takeHiding(
  ctx: Ctx,
  integration: Pick<Integration, "id">,
  { externalMessageId, isHidden }: Extract<InboundChange, { kind: "hiding" }>,
  arrival: Arrival,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const message = await changedMessage(tx, integration, externalMessageId, arrival);
    if (message) await keepHiding(tx, message, isHidden);
  });
}

/** @param tx the open transaction, with the message's row locked. */
export async function keepHiding(tx: Ctx, message: Message, isHidden: boolean): Promise<Message> {
  if ((message.hiddenAt !== null) === isHidden) return message;
  const kept = await tx.db.message.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: message.id } },
    data: { hiddenAt: isHidden ? tx.now : null },
  });
  await emitMessageChanged(tx, message, { isShownInLists: false });
  return kept;
}

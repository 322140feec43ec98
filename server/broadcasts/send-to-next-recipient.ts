import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { sendTemplate } from "../inbox/send-template.ts";
import type { Template } from "../inbox/send-template.ts";
import { log } from "../log.ts";

/** What a broadcast sends, read once for many recipients. */
export type Sending = {
  workspaceId: number;
  broadcastId: string;
  integration: Integration;
  template: Template;
  /** The last recipient who was taken up in this round: one who cannot be served, by a fault of ours, holds up nobody behind. */
  after: string;
};

/**
 * Makes the message of the next recipient who waits. The message and the note that it was made are one transaction of its own: a
 * crash leaves both or neither, so nobody gets a broadcast twice; no agent waits long for the conversation's row, no reader of the
 * event log for the transaction. Recipients whom another worker has in hand are passed over.
 * @returns false when nobody waits behind `after`.
 */
export async function sendToNextRecipient(sending: Sending): Promise<boolean> {
  const { workspaceId, broadcastId } = sending;
  const ctx = systemCtx(workspaceId, "run-broadcasts");
  const taken: { clientId?: string } = {};
  try {
    await inTransaction(ctx, async (tx) => {
      const clientId = await takeNext(tx, sending);
      if (clientId === null) return;
      taken.clientId = clientId;
      // Lanes overtake each other.
      if (clientId > sending.after) sending.after = clientId;
      await send(tx, sending, clientId);
    });
  } catch (error) {
    const { clientId } = taken;
    // Before a recipient was taken up it is not about them: the database is away.
    if (clientId === undefined) throw error;
    if (error instanceof AppError) await giveUp(ctx, broadcastId, clientId, error.message);
    else
      log.error({ error, workspaceId, broadcastId, clientId }, "a broadcast's message was not made; it is tried again");
  }
  return taken.clientId !== undefined;
}

async function takeNext(tx: Ctx, { broadcastId, after }: Sending): Promise<string | null> {
  const [next] = await tx.db.$queryRaw<{ clientId: string }[]>`
    select r."clientId" from "Broadcast" b
    join "BroadcastRecipient" r on r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
      and r."messageId" is null and r.error is null and r."clientId" > ${after}::uuid
    where b."workspaceId" = ${tx.workspaceId} and b.id = ${broadcastId}::uuid and b.state = 'inProgress' and b."cancelledAt" is null
    order by r."clientId" limit 1
    for update of r skip locked`;
  return next?.clientId ?? null;
}

async function send(tx: Ctx, sending: Sending, clientId: string): Promise<void> {
  const { workspaceId, broadcastId, integration, template } = sending;
  const client = await tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: clientId } } });
  const { message } = await sendTemplate(tx, { integration, client, template, kind: "broadcast", broadcastId });
  await tx.db.broadcastRecipient.update({
    where: { workspaceId_broadcastId_clientId: { workspaceId, broadcastId, clientId } },
    data: { messageId: message.id },
  });
}

/** Keeps why this client gets no message: archived since the launch, the template's approval withdrawn, … */
async function giveUp(ctx: Ctx, broadcastId: string, clientId: string, error: string): Promise<void> {
  await ctx.db.broadcastRecipient.updateMany({
    where: { workspaceId: ctx.workspaceId, broadcastId, clientId, messageId: null, error: null },
    data: { error },
  });
}

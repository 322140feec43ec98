import { TAKES_TEMPLATES } from "../integrations/account-stops.ts";
import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma, type Client, type Integration } from "../generated/prisma/client.ts";
import { sendTemplates, type Sent } from "../messages/send-templates.ts";
import type { Template } from "../messages/send-template.ts";
import { log } from "../log.ts";

/** What a broadcast sends; read once for many recipients. */
export type Sending = {
  workspaceId: number;
  broadcastId: string;
  integration: Integration;
  template: Template;
  /** The last recipient taken. It advances past a recipient who fails because of a bug, so that one does not block the rest. */
  after: string;
};

/**
 * Makes the messages of the next waiting recipients, at most `limit`. One transaction stores the messages and marks the recipients: a
 * crash keeps both or neither, so no recipient gets a broadcast twice. It skips recipients that another worker has locked, and those
 * whose contact or conversation is being written to. A later pass from the start finds them again.
 * @returns how many recipients were taken: fewer than `limit` at the end of the list.
 */
export async function sendToRecipients(sending: Sending, limit: number): Promise<number> {
  const next = Prisma.sql`and r."clientId" > ${sending.after}::uuid order by r."clientId" limit ${limit}`;
  const taken = await sendTo(sending, next);
  sending.after = taken.at(-1) ?? sending.after;
  return taken.length;
}

/** @param which the end of a statement over the waiting recipients `r`. */
async function sendTo(sending: Sending, which: Prisma.Sql): Promise<string[]> {
  const ctx = systemCtx(sending.workspaceId, "run-broadcasts");
  let taken: string[] = [];
  try {
    await inTransaction(ctx, async (tx) => {
      const clients = await takeRecipients(tx, sending, which);
      taken = clients.map(({ id }) => id);
      if (clients.length > 0) await noteOutcomes(tx, sending, await sendTemplates(tx, sending, clients));
    });
  } catch (error) {
    // No recipient was taken yet, so none caused the error: the database is unavailable.
    if (taken.length === 0) throw error;
    await sendToHalves(sending, taken, error);
  }
  return taken;
}

/** One failing recipient fails the whole set. Halving the set sends to the others; a later round retries the failing one. */
async function sendToHalves(sending: Sending, clientIds: string[], error: unknown): Promise<void> {
  const { workspaceId, broadcastId } = sending;
  const [clientId] = clientIds;
  if (clientIds.length === 1) {
    log.error({ error, workspaceId, broadcastId, clientId }, "a broadcast's message was not made; it is tried again");
    return;
  }
  const middle = clientIds.length / 2;
  for (const half of [clientIds.slice(0, middle), clientIds.slice(middle)]) {
    await sendTo(sending, Prisma.sql`and r."clientId" = any(${half}::uuid[]) order by r."clientId"`);
  }
}

/**
 * Locks the recipients' rows until the transaction ends, and their contacts against change, so none is merged or archived meanwhile.
 * Locked rows are skipped, so two workers cannot deadlock. Broadcasts to the same contacts can run in parallel.
 */
function takeRecipients(tx: Ctx, { broadcastId }: Sending, which: Prisma.Sql): Promise<Client[]> {
  return tx.db.$queryRaw<Client[]>`
    select c.* from "Broadcast" b
    join "Integration" i on i."workspaceId" = b."workspaceId" and i.id = b."integrationId" and i.state = 'active'
      and ${TAKES_TEMPLATES}
    join "BroadcastRecipient" r on r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
      and r."messageId" is null and r.error is null
    join "Client" c on c."workspaceId" = r."workspaceId" and c.id = r."clientId"
    where b."workspaceId" = ${tx.workspaceId} and b.id = ${broadcastId}::uuid and b.state = 'inProgress' and b."cancelledAt" is null
      ${which}
    for update of r skip locked for share of c skip locked`;
}

/** Stores the message of each recipient, or why there is none: archived since the launch, template approval withdrawn, … */
async function noteOutcomes(tx: Ctx, { broadcastId }: Sending, sent: Sent[]): Promise<void> {
  await tx.db.$executeRaw`
    update "BroadcastRecipient" r set "messageId" = s."messageId", error = s.error
    from json_to_recordset(${JSON.stringify(sent)}::json) as s("clientId" uuid, "messageId" uuid, error text)
    where r."workspaceId" = ${tx.workspaceId} and r."broadcastId" = ${broadcastId}::uuid and r."clientId" = s."clientId"`;
}

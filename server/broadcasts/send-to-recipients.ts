import { systemCtx } from "../auth/system-ctx.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { Prisma, type Client, type Integration } from "../generated/prisma/client.ts";
import { sendTemplates, type Sent } from "../messages/send-templates.ts";
import type { Template } from "../messages/send-template.ts";
import { log } from "../log.ts";

/** What a broadcast sends, read once for many recipients. */
export type Sending = {
  workspaceId: number;
  broadcastId: string;
  integration: Integration;
  template: Template;
  /** The last recipient who was taken up: one who cannot be served, by a fault of ours, holds up nobody behind. */
  after: string;
};

/**
 * Makes the messages of the next recipients who wait, at most `limit`. The messages and the notes that they were made are one
 * transaction: a crash leaves both or neither, so nobody gets a broadcast twice. Recipients whom another worker has in hand are
 * passed over, and those whose client or conversation somebody is writing to right now: they are looked for again from the start.
 * @returns how many were taken up: fewer than `limit` when nobody else waits behind them.
 */
export async function sendToRecipients(sending: Sending, limit: number): Promise<number> {
  const next = Prisma.sql`and r."clientId" > ${sending.after}::uuid order by r."clientId" limit ${limit}`;
  const taken = await sendTo(sending, next);
  sending.after = taken.at(-1) ?? sending.after;
  return taken.length;
}

/** @param which the end of a statement over the recipients `r` who wait. */
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
    // Before anybody was taken up it is not about them: the database is away.
    if (taken.length === 0) throw error;
    await sendToHalves(sending, taken, error);
  }
  return taken;
}

/** One recipient who cannot be served fails the whole set; the others get theirs, and the one is tried again by a later round. */
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
 * The recipients' rows are locked until the transaction ends, their clients' against change: none is merged or archived
 * meanwhile. Nobody's is waited for, so no two workers lock each other out; broadcasts to the same clients go side by side.
 */
function takeRecipients(tx: Ctx, { broadcastId }: Sending, which: Prisma.Sql): Promise<Client[]> {
  return tx.db.$queryRaw<Client[]>`
    select c.* from "Broadcast" b
    join "Integration" i on i."workspaceId" = b."workspaceId" and i.id = b."integrationId" and i.state = 'active'
    join "BroadcastRecipient" r on r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
      and r."messageId" is null and r.error is null
    join "Client" c on c."workspaceId" = r."workspaceId" and c.id = r."clientId"
    where b."workspaceId" = ${tx.workspaceId} and b.id = ${broadcastId}::uuid and b.state = 'inProgress' and b."cancelledAt" is null
      ${which}
    for update of r skip locked for share of c skip locked`;
}

/** Keeps whose message was made, and why others get none: archived since the launch, the template's approval withdrawn, … */
async function noteOutcomes(tx: Ctx, { broadcastId }: Sending, sent: Sent[]): Promise<void> {
  await tx.db.$executeRaw`
    update "BroadcastRecipient" r set "messageId" = s."messageId", error = s.error
    from json_to_recordset(${JSON.stringify(sent)}::json) as s("clientId" uuid, "messageId" uuid, error text)
    where r."workspaceId" = ${tx.workspaceId} and r."broadcastId" = ${broadcastId}::uuid and r."clientId" = s."clientId"`;
}

import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/** Thrown when a contact turns out to be merged into another by the time that something is written for it. */
export class ClientMerged extends AppError {
  constructor() {
    super("CLIENT_ARCHIVED", say("clients.mergedAway"));
    this.name = "ClientMerged";
  }
}

/** Who the contact is now: the one that it was merged into, else itself. Chains do not exist (absorb-clients.ts). */
export async function currentClient(tx: Ctx, client: Client): Promise<Client> {
  if (client.mergedIntoId === null) return client;
  const { workspaceId } = tx;
  return tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: client.mergedIntoId } } });
}

/**
 * Holds the contact as it is until the transaction ends: no merge takes it away meanwhile. To be asked before something new is
 * written for a contact that was looked up without a lock.
 * @throws ClientMerged when one already has.
 */
export async function holdUnmerged(tx: Ctx, clientId: string): Promise<void> {
  const rows = await tx.db.$queryRaw<Pick<Client, "mergedIntoId">[]>`
    select "mergedIntoId" from "Client" where "workspaceId" = ${tx.workspaceId} and id = ${clientId}::uuid
    for no key update`;
  if (rows[0]?.mergedIntoId) throw new ClientMerged();
}

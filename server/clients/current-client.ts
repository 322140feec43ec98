import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say } from "../say.ts";

/** Thrown when a contact was merged into another before something could be written for it. */
export class ClientMerged extends AppError {
  constructor() {
    super("CLIENT_ARCHIVED", say("clients.mergedAway"));
    this.name = "ClientMerged";
  }
}

/** The contact that this one was merged into, or else the contact itself. Chains do not exist (absorb-clients.ts). */
export async function currentClient(tx: Ctx, client: Client): Promise<Client> {
  if (client.mergedIntoId === null) return client;
  const { workspaceId } = tx;
  return tx.db.client.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id: client.mergedIntoId } } });
}

/**
 * Locks the contact until the transaction ends, so that it cannot be merged meanwhile. Call it before writing something new for a contact
 * that was looked up without a lock.
 * @throws ClientMerged when the contact has already been merged into another.
 */
export async function holdUnmerged(tx: Ctx, clientId: string): Promise<void> {
  const rows = await tx.db.$queryRaw<Pick<Client, "mergedIntoId">[]>`
    select "mergedIntoId" from "Client" where "workspaceId" = ${tx.workspaceId} and id = ${clientId}::uuid
    for no key update`;
  if (rows[0]?.mergedIntoId) throw new ClientMerged();
}

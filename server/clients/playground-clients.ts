import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";

/**
 * Creates the contact of one playground chat, with a test number. Data and tags that an assistant collects there affect no real contact:
 * it has no externalClientId, and its only identity is its own id on the playground's channel. No list, search or number finds it.
 */
export async function createPlaygroundClient(tx: Ctx, place: { scope: string; phone: string }): Promise<Client> {
  const { workspaceId } = tx;
  const id = newId();
  const client = await tx.db.client.create({ data: { workspaceId, id, phone: place.phone, isPlayground: true } });
  await tx.db.clientIdentity.create({ data: { workspaceId, scope: place.scope, externalId: id, clientId: id } });
  return client;
}

/** Deletes playground contacts whose conversations are gone. Ids of other contacts are ignored. */
export async function forgetPlaygroundClients(tx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const client = { workspaceId, id: { in: [...ids] }, isPlayground: true };
  await tx.db.clientIdentity.deleteMany({ where: { workspaceId, client } });
  await tx.db.client.deleteMany({ where: client });
}

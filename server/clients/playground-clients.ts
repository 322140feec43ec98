import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";

/**
 * Who writes in one chat of the playground, under a test number. What is gathered from them and tagged on them touches no contact:
 * they have no externalClientId, and no name but their own id on the playground's channel. No list, search or number leads to them.
 */
export async function createPlaygroundClient(tx: Ctx, place: { scope: string; phone: string }): Promise<Client> {
  const { workspaceId } = tx;
  const id = newId();
  const client = await tx.db.client.create({ data: { workspaceId, id, phone: place.phone, isPlayground: true } });
  await tx.db.clientIdentity.create({ data: { workspaceId, scope: place.scope, externalId: id, clientId: id } });
  return client;
}

/** Deletes clients of the playground, whose conversations are gone. Nobody else's row is touched, whatever ids are given. */
export async function forgetPlaygroundClients(tx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const client = { workspaceId, id: { in: [...ids] }, isPlayground: true };
  await tx.db.clientIdentity.deleteMany({ where: { workspaceId, client } });
  await tx.db.client.deleteMany({ where: client });
}

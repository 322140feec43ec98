import type { Ctx } from "../ctx.ts";

/** Deletes clients of the playground, whose conversations are gone. Nobody else's row is touched, whatever ids are given. */
export async function forgetPlaygroundClients(tx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const client = { workspaceId, id: { in: [...ids] }, isPlayground: true };
  await tx.db.clientIdentity.deleteMany({ where: { workspaceId, client } });
  await tx.db.client.deleteMany({ where: client });
}

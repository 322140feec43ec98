import { forgetPlaygroundClients } from "../clients/playground-clients.ts";
import type { Ctx } from "../ctx.ts";
import { forgetConvs } from "./forget-convs.ts";

/**
 * Deletes playground conversations with everything in them, including their contacts. Ids of other conversations are ignored.
 * @param tx the open transaction, in which the assistants' records of them are already deleted.
 */
export async function forgetPlaygroundConvs(tx: Ctx, ids: readonly string[]): Promise<void> {
  const { workspaceId } = tx;
  const convs = await tx.db.conversation.findMany({
    where: { workspaceId, id: { in: [...ids] }, isPlayground: true },
    select: { id: true, clientId: true },
  });
  const convIds = convs.map(({ id }) => id);
  let areGone = false;
  while (!areGone) areGone = await forgetConvs(tx, convIds);
  await forgetPlaygroundClients(
    tx,
    convs.map(({ clientId }) => clientId),
  );
}

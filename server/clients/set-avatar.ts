import type { Ctx } from "../ctx.ts";

/**
 * Changes a contact's picture, also on the contact that it was merged into meanwhile, unless someone has changed it since. Emits no
 * CLIENT_UPDATED, because it is not an edit. The caller emits the event.
 */
export async function setAvatar(tx: Ctx, clientId: string, { from, to }: { from: string | null; to: string | null }) {
  const { workspaceId } = tx;
  await tx.db.client.updateMany({
    where: {
      workspaceId,
      avatarUrl: from,
      OR: [{ id: clientId }, { mergedFrom: { some: { workspaceId, id: clientId } } }],
    },
    data: { avatarUrl: to },
  });
}

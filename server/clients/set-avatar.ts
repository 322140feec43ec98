import type { Ctx } from "../ctx.ts";

/**
 * Changes the picture of a client, and of the one that they were merged into meanwhile, unless somebody else has changed it since.
 * Not an edit: no CLIENT_UPDATED; the caller tells of it.
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

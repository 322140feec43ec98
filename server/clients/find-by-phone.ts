import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { currentClient } from "./current-client.ts";

/**
 * The contact of a phone number whom people, an import or another channel made: by their number, or with one of `ids` as their
 * externalClientId. Of several: who is not archived, has it as their id, came first. A merged one stands for who it is now.
 * @param e164 null when the number cannot be read; then only the ids count.
 */
export async function findByPhone(tx: Ctx, e164: string | null, ids: string[]): Promise<Client | null> {
  const matches = await tx.db.client.findMany({
    where: {
      workspaceId: tx.workspaceId,
      // Whoever plays a number in the playground is not the person whose number it is.
      isPlayground: false,
      OR: [{ externalClientId: { in: ids } }, ...(e164 ? [{ phone: e164 }] : [])],
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 20,
  });
  const found = await Promise.all(
    matches.map(async (match) => ({
      client: await currentClient(tx, match),
      hasId: ids.includes(match.externalClientId ?? ""),
    })),
  );
  const active = found.filter(({ client }) => client.deletedAt === null);
  const pool = active.length > 0 ? active : found;
  return (pool.find(({ hasId }) => hasId) ?? pool[0])?.client ?? null;
}

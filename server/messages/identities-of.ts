import type { Ctx } from "../ctx.ts";

/**
 * All identities of clients by scope, as `clientAddress` wants them. Of several in one scope the client's own before one that a
 * merge brought, the first of those: what a send would choose (claim-sends.ts).
 * @returns by client id; clients without any are not in it.
 */
export async function identitiesOf(
  ctx: Ctx,
  clientIds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  if (clientIds.length === 0) return new Map();
  const rows = await ctx.db.clientIdentity.findMany({
    where: { workspaceId: ctx.workspaceId, clientId: { in: [...clientIds] } },
    orderBy: { createdAt: "desc" },
  });
  // Of one scope the last one written stays.
  const [own, brought] = [
    rows.filter((row) => row.broughtById === null),
    rows.filter((row) => row.broughtById !== null),
  ];
  const identities = new Map<string, Record<string, string>>();
  for (const { clientId, scope, externalId } of [...brought, ...own]) {
    identities.set(clientId, { ...identities.get(clientId), [scope]: externalId });
  }
  return identities;
}

import type { Ctx } from "../ctx.ts";

/**
 * The identities of contacts by scope, in the shape that `clientAddress` expects, without those that were replaced. If a scope has
 * several, the contact's own comes before one that a merge added, and then the first. A send chooses the same way (claim-sends.ts).
 * @returns by client id; contacts without identities are left out.
 */
export async function identitiesOf(
  ctx: Ctx,
  clientIds: readonly string[],
): Promise<Map<string, Record<string, string>>> {
  if (clientIds.length === 0) return new Map();
  const rows = await ctx.db.clientIdentity.findMany({
    where: { workspaceId: ctx.workspaceId, clientId: { in: [...clientIds] }, replacedAt: null },
    orderBy: { createdAt: "desc" },
  });
  // The last entry written for a scope wins.
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

import type { Ctx } from "../ctx.ts";

/**
 * All identities of a client by scope, as `clientAddress` wants them. Of several in one scope the client's own before one that a
 * merge brought, the first of those: what a send would choose (claim-sends.ts).
 */
export async function identitiesOf(ctx: Ctx, clientId: string): Promise<Record<string, string>> {
  const rows = await ctx.db.clientIdentity.findMany({
    where: { workspaceId: ctx.workspaceId, clientId },
    orderBy: { createdAt: "desc" },
  });
  // Of one scope the last one written stays.
  const [own, brought] = [
    rows.filter((row) => row.broughtById === null),
    rows.filter((row) => row.broughtById !== null),
  ];
  return Object.fromEntries([...brought, ...own].map(({ scope, externalId }) => [scope, externalId]));
}

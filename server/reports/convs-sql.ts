import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** Which conversations a report is about. */
export type ReportFilter = {
  /** Of one channel; left out: of all. */
  integrationId?: string | null;
  /** Of conversations that have this tag now. */
  tag?: string | null;
};

/** The conversations (alias `c`) that a report is about, of whichever time. A dormant one counts from the contact's answer on. */
export function convsSql(ctx: Ctx, filter: ReportFilter): Prisma.Sql {
  return Prisma.sql`${anyConvsSql(ctx, filter)} and not c.dormant`;
}

/** The same with those that are dormant: what was sent in them counts as sent. */
export function anyConvsSql(ctx: Ctx, { integrationId, tag }: ReportFilter): Prisma.Sql {
  const filters = [Prisma.sql`c."workspaceId" = ${ctx.workspaceId} and not c."isPlayground"`];
  if (integrationId) filters.push(Prisma.sql`c."integrationId" = ${integrationId}::uuid`);
  if (tag) filters.push(Prisma.sql`c.tags @> ${[tag]}::text[]`);
  return Prisma.join(filters, " and ");
}

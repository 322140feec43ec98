import { forbiddenRole, may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma, type Client } from "../generated/prisma/client.ts";
import { keptCount } from "../kept-count.ts";
import { createdKey, readPage, toPage, type Cursor, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { asksForMasked, clientFilterSql, type ClientFilter } from "./client-filter.ts";
import { maskClient } from "./mask-client.ts";
import { segmentOr404 } from "./segment-filter.ts";

/** The filter of a list: the contacts of a segment too, if one is named. */
export type ClientChoice = ClientFilter & { segmentId?: string | null };

/**
 * Contacts that match all filters, newest first.
 * @throws AppError NOT_FOUND (segment), BAD_INPUT, FORBIDDEN_ROLE when a role that sees phone and email masked filters by them: the
 * results would reveal them.
 */
export const listClients = verb(
  { may: "USE_CONVS" },
  async (ctx, input: PageInput & ClientChoice, along: { include?: Prisma.ClientInclude } = {}) => {
    const { size, take, cursor } = readPage(input);
    const where = await chosenSql(ctx, input);
    const rows = await readClients(ctx, { where, cursor, take }, along);
    const { first: _, after: __, ...choice } = input;
    return toPage(
      rows.map((row) => maskClient(ctx, row)),
      size,
      createdKey,
      () => keptCount(ctx, "clients", choice, () => countClients(ctx, where)),
    );
  },
);

/**
 * The SQL of all conditions of a list.
 * @throws AppError as listClients
 */
export async function chosenSql(ctx: Ctx, { segmentId, ...filter }: ClientChoice): Promise<Prisma.Sql> {
  const segment = segmentId == null ? null : await segmentOr404(ctx, segmentId);
  const isMasked = asksForMasked(filter) || (segment !== null && asksForMasked(segment));
  if (isMasked && !may(ctx, "MANAGE_CLIENTS")) throw forbiddenRole(ctx);
  if (segment === null) return clientFilterSql(ctx, filter);
  return Prisma.sql`${clientFilterSql(ctx, filter, { narrows: true })} and ${clientFilterSql(ctx, segment)}`;
}

/** One page of contacts, newest first. */
export async function readClients(
  { db, workspaceId }: Ctx,
  { where, cursor, take }: { where: Prisma.Sql; cursor: Cursor | null; take: number },
  along: { include?: Prisma.ClientInclude } = {},
): Promise<Client[]> {
  const after = cursor
    ? Prisma.sql`and (k."createdAt", k.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const found = await db.$queryRaw<{ id: string }[]>`
    select k.id from "Client" k where ${where} ${after} order by k."createdAt" desc, k.id desc limit ${take}`;
  if (found.length === 0) return [];
  return db.client.findMany({
    where: { workspaceId, id: { in: found.map(({ id }) => id) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...along,
  });
}

export async function countClients({ db }: Ctx, where: Prisma.Sql): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`select count(*)::int as count from "Client" k where ${where}`;
  return row?.count ?? 0;
}

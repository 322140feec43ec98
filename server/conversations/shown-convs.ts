import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { readRows } from "../read-rows.ts";
import { SHOWN, type ConvShown } from "./conv-parts.ts";

/** What is read of a conversation (alias `c`) that is shown through the API. */
export const SHOWN_COLUMNS = Prisma.raw(
  Object.keys(SHOWN)
    .map((column) => `c."${column}"`)
    .join(", "),
);

type Row = Omit<ConvShown, "client"> & NonNullable<ConvShown["client"]>;

/**
 * Conversations with what is shown of their clients, newest first, in one statement. Each row's client is looked up by its key (`limit 1`
 * forbids any other way): a page has few rows, and by the count of the contacts the planner would rather read all of them.
 * @param chosen a query of `SHOWN_COLUMNS`.
 * @param how as of readRows.
 */
export async function readShownConvs(
  ctx: Ctx,
  chosen: Prisma.Sql,
  how?: { planned: "once" | "anew" },
): Promise<ConvShown[]> {
  const rows = await readRows<Row>(
    ctx,
    Prisma.sql`select ${SHOWN_COLUMNS}, k.name, k.surname, k.code, k.phone, k."deletedAt" from (${chosen}) c
      cross join lateral (
        select k.name, k.surname, k.code, k.phone, k."deletedAt" from "Client" k
        where k."workspaceId" = c."workspaceId" and k.id = c."clientId" limit 1) k
      order by c."createdAt" desc, c.id desc`,
    how,
  );
  // Into the row itself: a copy of each without these five is a twentieth of a page's time.
  return rows.map((row) => {
    const { name, surname, code, phone, deletedAt } = row;
    return Object.assign(row, { client: { name, surname, code, phone, deletedAt } });
  });
}

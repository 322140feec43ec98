import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { readRows } from "../read-rows.ts";
import { SHOWN, type ConvShown } from "./conv-parts.ts";

/** The columns of a conversation (alias `c`) that the API shows. */
export const SHOWN_COLUMNS = Prisma.raw(
  Object.keys(SHOWN)
    .map((column) => `c."${column}"`)
    .join(", "),
);

type Row = Omit<ConvShown, "client"> & NonNullable<ConvShown["client"]>;

/**
 * Conversations with the shown fields of their contacts, newest first, in one statement. `limit 1` forces a lookup by key for each row's
 * contact. Without it, the planner would read all contacts, because of their number.
 * @param chosen a query of `SHOWN_COLUMNS`.
 * @param how as in readRows.
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
  // Changes the row in place: copying each row without these five fields takes a twentieth of a page's time.
  return rows.map((row) => {
    const { name, surname, code, phone, deletedAt } = row;
    return Object.assign(row, { client: { name, surname, code, phone, deletedAt } });
  });
}

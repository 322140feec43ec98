import type { Ctx } from "./ctx.ts";
import { pool } from "./db.ts";
import { Prisma } from "./generated/prisma/client.ts";
import { statementNames } from "./statement-names.ts";

const nameOf = statementNames({ lists: true });

/**
 * Runs a statement on a hot path without Prisma's per-value work (performance.md, pitfall 4), inside the open transaction if
 * there is one. The statement must name its columns and use only types that `pg` reads like Prisma: no bigint, no numeric,
 * no array of an enum.
 * @param how.planned plan every time if the best plan depends on the values. Leave it out for a single plan, if an index
 * returns the rows in order for all values.
 */
export async function readRows<Row extends object>(
  ctx: Ctx,
  sql: Prisma.Sql,
  { planned = "once" }: { planned?: "once" | "anew" } = {},
): Promise<Row[]> {
  if (ctx.wakes) return ctx.db.$queryRaw<Row[]>(sql);
  const { text, values } = sql;
  const name = planned === "once" ? nameOf({ sql: text, args: values }) : "";
  const { rows } = await pool().query<Row>({ name, text, values });
  return rows;
}

/** All columns of a model (`Prisma.ClientScalarFieldEnum`), qualified with a table alias. */
export function columnsOf(fields: Record<string, string>, alias: string): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map((field) => `${alias}."${field}"`)
      .join(", "),
  );
}

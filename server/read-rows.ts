import type { Ctx } from "./ctx.ts";
import { pool } from "./db.ts";
import { Prisma } from "./generated/prisma/client.ts";
import { statementNames } from "./statement-names.ts";

const nameOf = statementNames({ lists: true });

/**
 * The rows of a statement on a hot path, without Prisma's work on each value (performance.md, pitfall 4); inside a transaction they are
 * read in it. The statement names its columns, of types that `pg` reads as Prisma does: no bigint, no numeric, no array of an enum.
 * @param how.planned each time anew where the best plan depends on the values; once for all (left out) where an index has what is asked in
 * its order, whatever the values are.
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

/** All columns of a model (`Prisma.ClientScalarFieldEnum`), by their names, of a table under an alias. */
export function columnsOf(fields: Record<string, string>, alias: string): Prisma.Sql {
  return Prisma.raw(
    Object.values(fields)
      .map((field) => `${alias}."${field}"`)
      .join(", "),
  );
}

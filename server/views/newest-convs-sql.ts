import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Cursor } from "../page.ts";
import { visibleConvParts } from "../conversations/access.ts";

export type NewestConvs = {
  /** The columns to read of a conversation under the alias `c`: its id, its time, and any others. */
  columns: Prisma.Sql;
  filter: readonly Prisma.Sql[];
  time: "createdAt" | "activityAt";
  cursor: Cursor | null;
  take: number;
};

/**
 * A query of the newest conversations that the actor may see. Their own and the unassigned ones are read separately, each in the order
 * of an index. If nothing is unassigned, a single query would scan everyone's conversations to find the few of the actor.
 */
export function newestConvsSql(ctx: Ctx, { columns, filter, time, cursor, take }: NewestConvs): Prisma.Sql {
  const at = Prisma.raw(`"${time}"`);
  const after = cursor ? [Prisma.sql`(c.${at}, c.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`] : [];
  const limit = limitSql(take);
  const readings = visibleConvParts(ctx).map(
    (
      visible,
    ) => Prisma.sql`(select ${columns} from "Conversation" c where ${Prisma.join([visible, ...filter, ...after], " and ")}
      order by c.${at} desc, c.id desc limit ${limit})`,
  );
  if (readings.length === 1) return Prisma.join(readings);
  return Prisma.sql`${Prisma.join(readings, " union all ")} order by ${at} desc, id desc limit ${limit}`;
}

/** Page sizes that are a multiple of this are literals in the statement. */
const USUAL = 10;

/**
 * A usual page size is a literal. Only then does the planner know how few rows are read, and reuses one plan. For a parameter it assumes
 * a tenth of the table and plans each time. Unusual sizes are parameters, because each literal would be a statement of its own.
 */
function limitSql(take: number): Prisma.Sql {
  return (take - 1) % USUAL === 0 ? Prisma.raw(String(take)) : Prisma.sql`${take}`;
}

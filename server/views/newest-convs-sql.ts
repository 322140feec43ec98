import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import type { Cursor } from "../page.ts";
import { visibleConvParts } from "../conversations/access.ts";

export type NewestConvs = {
  /** What is read of a conversation under the alias `c`: its id, its time, and what else is wanted. */
  columns: Prisma.Sql;
  /** Conditions on it. */
  filter: readonly Prisma.Sql[];
  time: "createdAt" | "activityAt";
  cursor: Cursor | null;
  take: number;
};

/**
 * A query of the newest conversations that the actor may see. Their own and nobody's are read apart, each in the order of an index: where
 * nothing is nobody's, one reading of both would look through everybody's to find the few that are theirs.
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

/** Page sizes that are a multiple of this are written out. */
const USUAL = 10;

/**
 * A usual length stands in the statement itself: only then does the planner know how little is read, and keeps one plan for all (a length
 * that it is told later it takes for a tenth of the table, and plans anew each time). Any other is a value: each would be a statement of its own.
 */
function limitSql(take: number): Prisma.Sql {
  return (take - 1) % USUAL === 0 ? Prisma.raw(String(take)) : Prisma.sql`${take}`;
}

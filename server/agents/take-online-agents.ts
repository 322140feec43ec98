import type { Ctx } from "../ctx.ts";
import { BY_TURN, OPEN_CONVS, isAnyoneOnline, isOnline, waitInLine } from "./take-online-agent.ts";

/**
 * The next `count` agents by round robin, as if each had been taken after a conversation was given to the one before: many
 * conversations that open at once are shared out exactly, in one statement. None when nobody is online.
 *
 * Whoever shares out many waits in line with the others who do, until they have committed. Nobody's row is waited for: an agent
 * whom a single conversation is being given to right now counts with the load that is known of them.
 */
export async function takeOnlineAgents(ctx: Ctx, count: number): Promise<string[]> {
  if (count === 0 || !(await isAnyoneOnline(ctx))) return [];
  await waitInLine(ctx);
  // An agent's n-th turn from now comes at the load that it then has. Of equal loads those come first who had fewer turns just now:
  // theirs before was longer ago. All turns are noted a millisecond apart, so that their order outlives this call:
  // from one look at the clock, since the column rounds to milliseconds.
  const turns = await ctx.db.$queryRaw<{ id: string }[]>`
    with online as materialized (
      select a.id, a."lastAssignedAt", a."createdAt", ${OPEN_CONVS} as load from "Agent" a where ${isOnline(ctx)}
    ), turns as materialized (
      select a.id, row_number() over (order by a.load + taken, taken, ${BY_TURN}) as turn
      from online a cross join generate_series(0, ${count}::int - 1) taken
      order by turn limit ${count}::int
    ), last as (
      select id, row_number() over (order by max(turn)) as rank from turns group by id
    ), free as materialized (
      select a.id from "Agent" a
      where a."workspaceId" = ${ctx.workspaceId} and a.id in (select id from turns) order by a.id
      for no key update skip locked
    ), noted as (
      update "Agent" a set "lastAssignedAt" =
        (select greatest(clock_timestamp(), max("lastAssignedAt")) from online) + last.rank * interval '1 millisecond'
      from last join free using (id)
      where a."workspaceId" = ${ctx.workspaceId} and a.id = last.id
    )
    select id from turns order by turn`;
  return turns.map(({ id }) => id);
}

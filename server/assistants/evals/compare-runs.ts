import type { Ctx } from "../../ctx.ts";
import { gathered } from "../../gathered.ts";
import type { EvalRun } from "../../generated/prisma/client.ts";

/** A run compared with the last completed run before it that tested another version. */
type Comparison = {
  previous: EvalRun | null;
  /** Unchanged questions that passed now but not then, and the reverse. */
  fixed: number;
  broken: number;
};

/** Compares runs. All runs of one request are compared in one batch. */
export const compareRuns = gathered(compare);

async function compare(ctx: Ctx, runIds: readonly string[]): Promise<Comparison[]> {
  const { db, workspaceId } = ctx;
  const pairs = await previousRuns(ctx, runIds);
  const previous = new Map(
    (await db.evalRun.findMany({ where: { workspaceId, id: { in: [...pairs.values()] } } })).map((run) => [
      run.id,
      run,
    ]),
  );
  const changes = await db.$queryRaw<{ runId: string; fixed: number; broken: number }[]>`
    select pair."runId", sum((result.passed and not former.passed)::int)::int as fixed,
      sum((former.passed and not result.passed)::int)::int as broken
    from unnest(${[...pairs.keys()]}::uuid[], ${[...pairs.values()]}::uuid[]) as pair ("runId", "previousId")
    join "EvalResult" result on result."workspaceId" = ${workspaceId} and result."runId" = pair."runId" and result.passed is not null
    join "EvalResult" former on former."workspaceId" = ${workspaceId} and former."runId" = pair."previousId"
      and former."questionId" = result."questionId" and former.passed is not null
      and former.question = result.question and former.history = result.history and former.expects = result.expects
    group by pair."runId"`;
  const changed = new Map(changes.map((change) => [change.runId, change]));
  return runIds.map((id) => {
    const { fixed = 0, broken = 0 } = changed.get(id) ?? {};
    return { previous: previous.get(pairs.get(id) ?? "") ?? null, fixed, broken };
  });
}

/** Maps each run's id to the id of the run it is compared with. */
export async function previousRuns({ db, workspaceId }: Ctx, runIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ runId: string; previousId: string }[]>`
    select run.id as "runId", previous.id as "previousId"
    from "EvalRun" run
    cross join lateral (
      select id from "EvalRun" earlier
      where earlier."workspaceId" = run."workspaceId" and earlier."aiId" = run."aiId" and earlier.state = 'completed'
        and earlier."versionNumber" <> run."versionNumber" and (earlier."createdAt", earlier.id) < (run."createdAt", run.id)
      order by earlier."createdAt" desc, earlier.id desc limit 1
    ) previous
    where run."workspaceId" = ${workspaceId} and run.id = any(${[...runIds]}::uuid[])`;
  return new Map(rows.map(({ runId, previousId }) => [runId, previousId]));
}

/** Per cent of the questions that passed, rounded down, so that 100 means all. null until all were asked. */
export function scoreOf({ state, passed, total }: Pick<EvalRun, "state" | "passed" | "total">): number | null {
  return state === "completed" ? Math.floor((passed * 100) / total) : null;
}

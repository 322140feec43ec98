import { NIL } from "uuid";
import { Prisma, type EvalResult } from "../../generated/prisma/client.ts";
import { readPage, toPage, type Page, type PageInput } from "../../page.ts";
import { verb } from "../../verb.ts";
import { runOr404 } from "../access.ts";
import { previousRuns } from "./compare-runs.ts";

type EvalResultsInput = PageInput & {
  runId: string;
  passed?: boolean | null;
  /** true: only results that differ from the previous run. false: only the others. */
  changed?: boolean | null;
};

/** The result of one golden question. `passed` is null until it was asked. */
export type EvalResultView = EvalResult & {
  /** The result in the last completed run of another version. null if that run did not ask it, or asked it in other words. */
  previousPassed: boolean | null;
};

const HIGHEST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The results of a run, newest question first. */
export const listEvalResults = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants" },
  async (ctx, input: EvalResultsInput): Promise<Page<EvalResultView>> => {
    const { size, take, cursor } = readPage(input);
    // All results share the time of their run. The cursor's time is that time, and its id is the position in the run.
    const { id: runId, createdAt } = await runOr404(ctx, input.runId);
    const previousId = (await previousRuns(ctx, [runId])).get(runId) ?? NIL;
    const isChanged = Prisma.sql`(former.passed is not null and result.passed is not null and former.passed <> result.passed)`;
    const results = Prisma.sql`
    from "EvalResult" result
    left join "EvalResult" former on former."workspaceId" = result."workspaceId" and former."runId" = ${previousId}::uuid
      and former."questionId" = result."questionId" and former.question = result.question and former.history = result.history
      and former.expects = result.expects
    where result."workspaceId" = ${ctx.workspaceId} and result."runId" = ${runId}::uuid
      ${input.passed == null ? Prisma.empty : Prisma.sql`and result.passed = ${input.passed}`}
      ${input.changed == null ? Prisma.empty : Prisma.sql`and ${isChanged} = ${input.changed}`}`;
    const before = cursor === null || cursor.at > createdAt ? HIGHEST_ID : cursor.at < createdAt ? NIL : cursor.id;
    const rows = await ctx.db.$queryRaw<EvalResultView[]>`
    select result.*, former.passed as "previousPassed" ${results} and result."questionId" < ${before}::uuid
    order by result."questionId" desc limit ${take}`;
    return toPage(
      rows,
      size,
      ({ questionId }) => ({ at: createdAt, id: questionId }),
      async () => {
        const [counted] = await ctx.db.$queryRaw<[{ count: number }]>`select count(*)::int as count ${results}`;
        return counted.count;
      },
    );
  },
);

import { setTimeout as wait } from "node:timers/promises";
import { systemCtx } from "../../auth/system-ctx.ts";
import type { Ctx } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { emit } from "../../events/emit.ts";
import { Prisma, type EvalResult, type EvalRun } from "../../generated/prisma/client.ts";
import { log } from "../../log.ts";
import { propertiesOfVersion } from "../access.ts";
import { engineOf } from "../providers/engine-of.ts";
import { askQuestion, type AskedOf, type AskedQuestion } from "./ask-question.ts";

/** Questions of one run that are asked in parallel. */
const AT_ONCE = 4;
/** Consecutive questions without an answer after which the run fails. */
const GIVE_UP_AFTER = 5;
/** How often the run reports its progress and checks whether it must stop. */
const PULSE_MS = 1_000;

/**
 * Asks the remaining questions of a run and ends it. One statement stores each result together with the run's counts, so that a
 * worker that takes over continues with the remaining questions. Stops within about a second when the run is cancelled.
 */
export async function runEvals(workspaceId: number, runId: string): Promise<void> {
  const ctx = systemCtx(workspaceId, "run-evals");
  const begun = await begin(ctx, runId);
  if (!begun) return;
  const { run, asked, left } = begun;
  const stopping = new AbortController();
  const done = new AbortController();
  const watching = watch(ctx, run, stopping, done.signal);
  try {
    const why = await askAll(ctx, { ...asked, signal: stopping.signal }, left);
    if (!stopping.signal.aborted) await end(ctx, run, why);
  } finally {
    stopping.abort();
    done.abort();
    await watching;
  }
}

async function begin(ctx: Ctx, runId: string) {
  const { workspaceId } = ctx;
  await ctx.db.evalRun.updateMany({
    where: { workspaceId, id: runId, state: "queued" },
    data: { state: "running", startedAt: ctx.now },
  });
  const run = await ctx.db.evalRun.findFirst({
    where: { workspaceId, id: runId, state: "running" },
    include: { ai: true, version: true },
  });
  if (!run) return null;
  const obstacle = await obstacleTo(ctx, run);
  if (obstacle || !run.version) {
    await end(ctx, run, obstacle ?? "Its version is gone");
    return null;
  }
  const engine = engineOf(run.ai.type, await propertiesOfVersion(run.version), { workspaceId, aiId: run.aiId });
  const sources = await ctx.db.knowledgeSource.findMany({
    where: { workspaceId, aiId: run.aiId, deletedAt: null },
    select: { id: true, title: true },
  });
  const left = await ctx.db.evalResult.findMany({
    where: { workspaceId, runId, askedAt: null },
    orderBy: { questionId: "asc" },
  });
  return { run, asked: { run, engine, titles: new Map(sources.map(({ id, title }) => [id, title])) }, left };
}

/** Why the run no longer tests what it was started for. null: it still does. */
async function obstacleTo({ db, workspaceId }: Ctx, { id, propertiesHash }: EvalRun): Promise<string | null> {
  const now = await db.evalRun.findUnique({
    where: { workspaceId_id: { workspaceId, id } },
    select: { ai: { select: { deletedAt: true } }, version: { select: { propertiesHash: true } } },
  });
  if (!now || now.ai.deletedAt) return "The assistant was deleted";
  return now.version?.propertiesHash === propertiesHash
    ? null
    : "The draft was changed before all questions were asked; run its evals again";
}

/** @returns why the remaining questions were given up. null: all were asked, or the run was stopped. */
async function askAll(ctx: Ctx, asked: AskedOf, left: EvalResult[]): Promise<string | null> {
  let failedInARow = 0;
  let why: string | null = null;
  const next = () => (asked.signal.aborted || why !== null ? undefined : left.shift());
  const lane = async () => {
    for (let question = next(); question; question = next()) {
      const answer = await askQuestion(asked, question).catch((error: unknown) => {
        if (asked.signal.aborted) return null;
        throw error;
      });
      if (!answer) return;
      await store(ctx, question, answer);
      failedInARow = answer.failure === null ? 0 : failedInARow + 1;
      if (failedInARow >= GIVE_UP_AFTER) why ??= `${GIVE_UP_AFTER} questions in a row got no answer: ${answer.failure}`;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return why;
}

async function store(ctx: Ctx, { workspaceId, runId, questionId }: EvalResult, answer: AskedQuestion): Promise<void> {
  const { passed, checks, reply, promptTokens, completionTokens, durationMs } = answer;
  await ctx.db.$executeRaw`
    with stored as (
      update "EvalResult" set passed = ${passed}, checks = ${json(checks)}::jsonb, reply = ${json(reply)}::jsonb,
        "promptTokens" = ${promptTokens}, "completionTokens" = ${completionTokens}, "durationMs" = ${durationMs}, "askedAt" = now()
      where "workspaceId" = ${workspaceId} and "runId" = ${runId}::uuid and "questionId" = ${questionId}::uuid and "askedAt" is null
        and exists (select from "EvalRun" where "workspaceId" = ${workspaceId} and id = ${runId}::uuid and state = 'running')
      returning 1)
    update "EvalRun" set ${passed ? Prisma.sql`passed = passed + 1` : Prisma.sql`failed = failed + 1`}
    where "workspaceId" = ${workspaceId} and id = ${runId}::uuid and exists (select from stored)`;
}

/** An assistant's answer is external text. PostgreSQL accepts neither NUL characters nor lone surrogates. */
function json(value: unknown): string | null {
  if (value === null) return null;
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "string" ? each.toWellFormed().replaceAll("\0", "") : each,
  );
}

async function end(ctx: Ctx, { id }: EvalRun, error: string | null): Promise<void> {
  await inTransaction({ ...ctx, now: new Date() }, async (tx) => {
    const { workspaceId, now: endedAt } = tx;
    const ended = await tx.db.evalRun.updateMany({
      where: { workspaceId, id, state: "running" },
      data: error === null ? { state: "completed", endedAt } : { state: "failed", error, endedAt },
    });
    if (ended.count > 0) await emit(tx, { name: "EVAL_CHANGED" });
  });
}

/** Once a second: reports the run's progress to the portal, and stops the run if it was cancelled or became meaningless. */
async function watch(ctx: Ctx, run: EvalRun, stopping: AbortController, done: AbortSignal): Promise<void> {
  let told = run.passed + run.failed;
  for (;;) {
    await wait(PULSE_MS, undefined, { signal: done }).catch(() => undefined);
    if (done.aborted) return;
    try {
      const asked = await askedSoFar(ctx, run);
      if (asked === null) return stopping.abort();
      if (asked > told) await inTransaction({ ...ctx, now: new Date() }, (tx) => emit(tx, { name: "EVAL_CHANGED" }));
      told = asked;
    } catch (error) {
      log.warn({ error, runId: run.id }, "a run of evals could not be looked at; it is looked at again");
    }
  }
}

/** @returns null when the run must stop. */
async function askedSoFar(ctx: Ctx, run: EvalRun): Promise<number | null> {
  const obstacle = await obstacleTo(ctx, run);
  if (obstacle) await end(ctx, run, obstacle);
  const now = await ctx.db.evalRun.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: run.id } },
  });
  return now.state === "running" ? now.passed + now.failed : null;
}

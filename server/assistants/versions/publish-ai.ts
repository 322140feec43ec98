import { audit } from "../../auth/audit.ts";
import { inTransaction } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import type { Assistant, AssistantVersion, EvalRun } from "../../generated/prisma/client.ts";
import { say, type Said } from "../../say.ts";
import { LONG_LINE_MAX, optionalLine } from "../../text-rules.ts";
import { verb } from "../../verb.ts";
import { lockAssistant, propertiesOfVersion, draftOr404 } from "../access.ts";
import { setLive, retire, liveVersion } from "./write-version.ts";
import type { Ctx } from "../../ctx.ts";
import { knowledgeHash } from "../evals/knowledge-hash.ts";

/**
 * Makes the draft live. If a gate is set, only after its evals have passed it.
 * @throws AppError NOT_FOUND, also if there is no draft; CONFLICT with the figures that miss the gate.
 */
export const publishAi = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "recorded" },
  async (ctx, input: { aiId: string; note?: string | null }) => {
    const note = optionalLine("note", input.note, LONG_LINE_MAX);
    return inTransaction(ctx, async (tx) => {
      const ai = await lockAssistant(tx, input.aiId);
      const draft = await draftOr404(tx, ai.id);
      const obstacle = await gateObstacle(tx, ai, draft);
      if (obstacle) throw new AppError("CONFLICT", say("assistants.notLive", { why: obstacle }));
      const before = await retire(tx, await liveVersion(tx, ai));
      const live = await tx.db.assistantVersion.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: draft.id } },
        data: { state: "live", publishedAt: tx.now, ...(note !== undefined ? { note } : {}) },
      });
      const after = await setLive(tx, ai, live, await propertiesOfVersion(live));
      await audit(tx, "publishAi", ai.id, {
        before: { version: before.number },
        after: { version: live.number, gateScore: ai.gateScore, note: live.note },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return after;
    });
  },
);

/**
 * Why the assistant's gate blocks a draft, as a clause with figures. null: it may go live. The gate needs a completed run of exactly
 * these properties, with the current texts of its sources, that asked every golden question in its current form. Enough questions must
 * have passed. Of the questions that the live version was asked too, at least as many as there must have passed.
 */
async function gateObstacle(tx: Ctx, ai: Assistant, draft: AssistantVersion): Promise<Said | null> {
  const { gateScore, id: aiId } = ai;
  if (gateScore === null) return null;
  const run = await scoredRun(tx, draft);
  const { present, asked, passed } = await standing(tx, aiId, run);
  if (present === 0) return say("assistants.gate.noQuestions");
  if (!run) return say("assistants.gate.notRun");
  if (run.knowledgeHash !== (await knowledgeHash(tx, aiId, await propertiesOfVersion(draft))))
    return say("assistants.gate.sourcesChanged");
  if (asked < present) return say("assistants.gate.questionsChanged", { count: present - asked });
  if (passed * 100 < gateScore * present) {
    const percent = Math.floor((passed * 100) / present);
    return say("assistants.gate.belowScore", { passed, present, percent, score: gateScore });
  }
  const both = await besideLive(tx, aiId, run);
  return both && both.passed < both.livePassed ? say("assistants.gate.belowLive", both) : null;
}

type Standing = { present: number; asked: number; passed: number };

/** The number of golden questions, how many of them the run asked in their current form, and how many of those passed. */
async function standing({ db, workspaceId }: Ctx, aiId: string, run: EvalRun | null): Promise<Standing> {
  const [row] = await db.$queryRaw<[Standing]>`
    select count(*)::int as present, count(r.passed)::int as asked, count(*) filter (where r.passed)::int as passed
    from "EvalQuestion" q
    left join "EvalResult" r on r."workspaceId" = q."workspaceId" and r."runId" = ${run?.id ?? null}::uuid
      and r."questionId" = q.id and r.question = q.question and r.history = q.history and r.expects = q.expects
    where q."workspaceId" = ${workspaceId} and q."aiId" = ${aiId}::uuid and q."deletedAt" is null`;
  return row;
}

type Both = { version: number; asked: number; passed: number; livePassed: number };

/** Compares the run with the live version's last one, over the unchanged questions in both. null: the live version was never tested. */
async function besideLive(tx: Ctx, aiId: string, run: EvalRun): Promise<Both | null> {
  const { db, workspaceId } = tx;
  const live = await db.assistantVersion.findFirst({ where: { workspaceId, aiId, state: "live" } });
  const liveRun = live && (await scoredRun(tx, live));
  if (!live || !liveRun) return null;
  const [row] = await db.$queryRaw<[Omit<Both, "version">]>`
    select count(*)::int as asked, count(*) filter (where d.passed)::int as passed,
      count(*) filter (where l.passed)::int as "livePassed"
    from "EvalQuestion" q
    join "EvalResult" d on d."workspaceId" = q."workspaceId" and d."runId" = ${run.id}::uuid and d."questionId" = q.id
      and d.question = q.question and d.history = q.history and d.expects = q.expects
    join "EvalResult" l on l."workspaceId" = q."workspaceId" and l."runId" = ${liveRun.id}::uuid and l."questionId" = q.id
      and l.question = q.question and l.history = q.history and l.expects = q.expects
    where q."workspaceId" = ${workspaceId} and q."aiId" = ${aiId}::uuid and q."deletedAt" is null`;
  return { version: live.number, ...row };
}

/** The last completed run of a version with exactly its current properties. null: there is none. */
function scoredRun(ctx: Ctx, version: Pick<AssistantVersion, "id" | "propertiesHash">): Promise<EvalRun | null> {
  const { id: versionId, propertiesHash } = version;
  return ctx.db.evalRun.findFirst({
    where: { workspaceId: ctx.workspaceId, versionId, propertiesHash, state: "completed" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

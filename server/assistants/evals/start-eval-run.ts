import { actorId } from "../../ctx.ts";
import { inTransaction } from "../../db.ts";
import { AppError } from "../../errors.ts";
import { emit } from "../../events/emit.ts";
import { enqueue } from "../../work/queue.ts";
import { newId } from "../../new-id.ts";
import { say } from "../../say.ts";
import { verb } from "../../verb.ts";
import { lockAssistant, propertiesOfVersion, versionOr404 } from "../access.ts";
import { liveVersion } from "../versions/write-version.ts";
import { knowledgeHash, unreadSource } from "./knowledge-hash.ts";

/**
 * Starts a background run of all golden questions against a version of an assistant, by default the live one. The run uses the
 * questions as they are now, even if they change during the run.
 * @throws AppError NOT_FOUND; CONFLICT when a run is in progress, there are no questions, or a source is still being read or was deleted.
 */
export const startEvalRun = verb(
  { may: "MANAGE_WORKSPACE", plan: "assistants", audit: "trial" },
  (ctx, input: { aiId: string; versionId?: string | null }) =>
    inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      const ai = await lockAssistant(tx, input.aiId);
      const version =
        input.versionId == null ? await liveVersion(tx, ai) : await versionOr404(tx, ai.id, input.versionId);
      const underWay = await tx.db.evalRun.findFirst({
        where: { workspaceId, aiId: ai.id, state: { in: ["queued", "running"] } },
      });
      if (underWay) throw new AppError("CONFLICT", say("assistants.evalsRunning"));
      const properties = await propertiesOfVersion(version);
      const unread = await unreadSource(tx, ai.id, properties);
      if (unread) throw new AppError("CONFLICT", unread);
      const id = newId();
      await tx.db.evalRun.create({
        data: {
          workspaceId,
          id,
          aiId: ai.id,
          versionId: version.id,
          versionNumber: version.number,
          propertiesHash: version.propertiesHash,
          knowledgeHash: await knowledgeHash(tx, ai.id, properties),
          createdBy: actorId(tx.actor),
        },
      });
      const total = await tx.db.$executeRaw`
      insert into "EvalResult" ("workspaceId", "runId", "questionId", question, history, expects)
      select "workspaceId", ${id}::uuid, id, question, history, expects from "EvalQuestion"
      where "workspaceId" = ${workspaceId} and "aiId" = ${ai.id}::uuid and "deletedAt" is null`;
      if (total === 0) throw new AppError("CONFLICT", say("assistants.noQuestions"));
      const run = await tx.db.evalRun.update({ where: { workspaceId_id: { workspaceId, id } }, data: { total } });
      await enqueue(tx, "run-evals", { workspaceId, runId: id });
      await emit(tx, { name: "EVAL_CHANGED" });
      return run;
    }),
);

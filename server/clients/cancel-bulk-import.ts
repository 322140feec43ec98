import { audit } from "../auth/audit.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { verb } from "../verb.ts";
import { getBulkImportJob } from "./get-bulk-import-job.ts";

/** Stops an import. Rows that are already imported stay; the rest is not imported. A finished import stays as it is. */
export const cancelBulkImport = verb({ may: "MANAGE_WORKSPACE", audit: "recorded" }, (ctx, input: { jobId: string }) =>
  inTransaction(ctx, async (tx) => {
    const error = `Stopped by ${await nameOfActor(tx)}`;
    // The worker checks for each batch that the job is running. This update waits for the batch that is being stored.
    const { count } = await tx.db.importJob.updateMany({
      where: { workspaceId: tx.workspaceId, id: input.jobId, state: { in: ["queued", "running"] } },
      data: { state: "failed", error, completedAt: tx.now },
    });
    const stopped = await getBulkImportJob(tx, input);
    if (count > 0) await audit(tx, "cancelBulkImport", input.jobId, { after: { state: stopped.state } });
    return stopped;
  }),
);

async function nameOfActor({ db, actor }: Ctx): Promise<string> {
  if (actor.kind === "system") return "the service";
  if (actor.kind !== "user") return `the key “${actor.label}”`;
  const { name, surname } = await db.user.findUniqueOrThrow({ where: { id: actor.userId } });
  return [name, surname].filter(Boolean).join(" ");
}

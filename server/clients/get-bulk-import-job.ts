import { notFound } from "../errors.ts";
import { verb } from "../verb.ts";

export const getBulkImportJob = verb({ may: "MANAGE_WORKSPACE" }, async (ctx, input: { jobId: string }) => {
  const job = await ctx.db.importJob.findUnique({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: input.jobId } },
  });
  if (!job) throw notFound("import");
  return job;
});

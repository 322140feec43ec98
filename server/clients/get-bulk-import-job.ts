import { notFound } from "../errors.ts";
import type { ImportJob } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";

/** How far an import has come. @throws AppError NOT_FOUND */
export const getBulkImportJob = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { jobId: string }): Promise<ImportJob> => {
    const job = await ctx.db.importJob.findUnique({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: input.jobId } },
    });
    if (!job) throw notFound("import");
    return job;
  },
);

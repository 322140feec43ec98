import { notFound } from "../errors.ts";
import type { ImportJob } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import type { ImportRowError } from "./check-import.ts";

/** An import and the rows that could not be taken, the first thousand. */
export type BulkImportJob = ImportJob & { rowErrors: ImportRowError[] };

/** How far an import has come. @throws AppError NOT_FOUND */
export const getBulkImportJob = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: { jobId: string }): Promise<BulkImportJob> => {
    const job = await ctx.db.importJob.findUnique({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: input.jobId } },
      include: { rowErrors: { orderBy: { row: "asc" } } },
    });
    if (!job) throw notFound("import");
    return job;
  },
);

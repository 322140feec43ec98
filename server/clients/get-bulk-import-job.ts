import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { ImportJob } from "../generated/prisma/client.ts";
import type { ImportRowError } from "./check-import.ts";

/** An import and the rows that could not be taken, the first thousand. */
export type BulkImportJob = ImportJob & { rowErrors: ImportRowError[] };

/** How far an import has come. @throws AppError NOT_FOUND */
export async function getBulkImportJob(ctx: Ctx, input: { jobId: string }): Promise<BulkImportJob> {
  can(ctx, "MANAGE_WORKSPACE");
  const job = await ctx.db.importJob.findUnique({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: input.jobId } },
    include: { rowErrors: { orderBy: { row: "asc" } } },
  });
  if (!job) throw notFound("Import");
  return job;
}

import type { ImportJob } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";

/** An import without its row errors. `name`: the uploaded file's name. null: no longer known. */
export type ImportSummary = ImportJob & { name: string | null };

/** The workspace's imports, newest first. */
export const listBulkImportJobs = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: PageInput): Promise<Page<ImportSummary>> => {
    const { workspaceId } = ctx;
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const jobs = await ctx.db.importJob.findMany({ where: { AND: [{ workspaceId }, after] }, orderBy, take });
    const uploads = await ctx.db.upload.findMany({
      where: { workspaceId, fileName: { in: jobs.map(({ fileName }) => fileName) } },
      select: { fileName: true, name: true },
    });
    const names = new Map(uploads.map(({ fileName, name }) => [fileName, name]));
    return toPage(
      jobs.map((job) => ({ ...job, name: names.get(job.fileName) ?? null })),
      size,
      createdKey,
      () => ctx.db.importJob.count({ where: { workspaceId } }),
    );
  },
);

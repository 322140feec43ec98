import type { Ctx } from "../ctx.ts";
import { env } from "../env.ts";
import { AppError } from "../errors.ts";
import { keptCount } from "../kept-count.ts";
import { say } from "../say.ts";

const MB = 1_000_000;

export type Storage = {
  /** Of all stored files, contacts' files included. At most 30 seconds old. */
  usedBytes: number;
  /** null: no quota. */
  quotaBytes: number | null;
};

/** How much the workspace has stored, and how much it may. */
export async function storageOf(ctx: Ctx): Promise<Storage> {
  const { STORAGE_QUOTA_MB } = env();
  const usedBytes = await keptCount(ctx, "storage", {}, async () => {
    const [row] = await ctx.db.$queryRaw<{ bytes: number }[]>`
      select coalesce(sum("sizeBytes"), 0)::float8 as bytes from "Upload"
      where "workspaceId" = ${ctx.workspaceId} and "storedAt" is not null`;
    return row?.bytes ?? 0;
  });
  return { usedBytes, quotaBytes: STORAGE_QUOTA_MB > 0 ? STORAGE_QUOTA_MB * MB : null };
}

/**
 * For files that the workspace uploads. Files that contacts send, in the web chat too, are always kept.
 * @throws AppError CONFLICT when the quota is used up.
 */
export async function mustHaveRoom(ctx: Ctx): Promise<void> {
  if (env().STORAGE_QUOTA_MB === 0) return;
  const { usedBytes, quotaBytes } = await storageOf(ctx);
  if (quotaBytes === null || usedBytes < quotaBytes) return;
  const [used, quota] = [usedBytes, quotaBytes].map((bytes) => Math.round(bytes / MB));
  throw new AppError("CONFLICT", say("clients.upload.full", { used: used ?? 0, quota: quota ?? 0 }));
}

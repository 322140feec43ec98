import type { Ctx } from "../../ctx.ts";
import { notFound } from "../../errors.ts";
import type { AssistantVersion } from "../../generated/prisma/client.ts";

/**
 * This version of this assistant, which the caller has found.
 * @throws AppError NOT_FOUND, for a version of another assistant too.
 */
export async function versionOr404(ctx: Ctx, aiId: string, id: string): Promise<AssistantVersion> {
  const version = await ctx.db.assistantVersion.findFirst({ where: { workspaceId: ctx.workspaceId, aiId, id } });
  if (!version) throw notFound("version");
  return version;
}

/** What is prepared to go live; null: nothing is. */
export function findDraft(ctx: Ctx, aiId: string): Promise<AssistantVersion | null> {
  return ctx.db.assistantVersion.findFirst({ where: { workspaceId: ctx.workspaceId, aiId, state: "draft" } });
}

/**
 * The same.
 * @throws AppError NOT_FOUND
 */
export async function draftOr404(ctx: Ctx, aiId: string): Promise<AssistantVersion> {
  const draft = await findDraft(ctx, aiId);
  if (!draft) throw notFound("assistantDraft");
  return draft;
}

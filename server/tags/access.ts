import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { TagType } from "../generated/prisma/enums.ts";

/** The stored types that match a tag type: `conv` is an older spelling of `conversation`. */
export function spellings(type: TagType): TagType[] {
  return type === "conv" || type === "conversation" ? ["conv", "conversation"] : [type];
}

/**
 * Finds a stage by id: a tag of type clientStage or convStage.
 * @param value whether the stage may be given by its value too (`stage` of createClient).
 */
export async function stageOr404(ctx: Ctx, type: "clientStage" | "convStage", stage: { id: string; value?: string }) {
  const tags = await ctx.db.tag.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      type,
      deletedAt: null,
      OR: [{ id: stage.id }, ...(stage.value !== undefined ? [{ tag: stage.value }] : [])],
    },
  });
  const found = tags.find((tag) => tag.id === stage.id) ?? tags[0];
  if (!found) throw notFound("stage");
  return found;
}

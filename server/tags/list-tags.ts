import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import type { Tag } from "../generated/prisma/client.ts";
import type { TagType } from "../generated/prisma/enums.ts";
import { spellings } from "./access.ts";

export type TagsInput = { tag?: string | null; type?: TagType | null };

/** All tags (stages among them) that match, newest first. `conversation` and `conv` are the same filter. */
export async function listTags(ctx: Ctx, input: TagsInput): Promise<Tag[]> {
  can(ctx, "USE_CONVS");
  return ctx.db.tag.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.type ? { type: { in: spellings(input.type) } } : {}),
      ...(input.tag != null ? { tag: input.tag } : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

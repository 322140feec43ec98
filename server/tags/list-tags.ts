import type { TagType } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";
import { spellings } from "./access.ts";

export type TagsInput = { tag?: string | null; type?: TagType | null };

/** All matching tags, stages included, newest first. `conversation` and `conv` are the same filter. */
export const listTags = verb({ may: "USE_CONVS" }, (ctx, input: TagsInput) =>
  ctx.db.tag.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      deletedAt: null,
      ...(input.type ? { type: { in: spellings(input.type) } } : {}),
      ...(input.tag != null ? { tag: input.tag } : {}),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  }),
);

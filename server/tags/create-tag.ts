import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { AppError } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { TagColor, TagType } from "../generated/prisma/enums.ts";
import { say } from "../say.ts";
import { LONG_LINE_MAX, optionalLine, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { spellings } from "./access.ts";
import { TAG_MAX } from "./tag-values.ts";

export type TagCreateInput = {
  type: TagType;
  tag: string;
  order?: number | null;
  description?: string | null;
  /** Left out: nobody has chosen one. */
  color?: TagColor | null;
};

/**
 * Adds a tag, or a stage (types clientStage and convStage).
 * @throws AppError CONFLICT when the type has this value already.
 */
export const createTag = verb({ may: "MANAGE_CLIENTS", audit: "recorded" }, async (ctx, input: TagCreateInput) => {
  const data = {
    type: input.type,
    tag: requiredLine("tag", input.tag, TAG_MAX),
    order: input.order ?? null,
    description: optionalLine("description", input.description, LONG_LINE_MAX) ?? null,
    color: input.color ?? null,
  };
  return inTransaction(ctx, async (tx) => {
    const { workspaceId } = tx;
    const otherSpelling = await tx.db.tag.findFirst({
      where: { workspaceId, deletedAt: null, tag: data.tag, type: { in: spellings(data.type) } },
    });
    // The unique index catches concurrent calls.
    const [tag] = otherSpelling
      ? []
      : await tx.db.tag.createManyAndReturn({ data: [{ workspaceId, ...data }], skipDuplicates: true });
    if (!tag) {
      // The type is an API word, so the message shows it in English.
      const taken = { tag: data.tag, type: data.type };
      throw new AppError("CONFLICT", say("refusal.tag", taken));
    }
    await audit(tx, "createTag", tag.id, { after: { tag: tag.tag, type: tag.type } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return tag;
  });
});

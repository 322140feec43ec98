import { audit } from "../auth/audit.ts";
import { inTransaction } from "../db.ts";
import { notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { verb } from "../verb.ts";

/** Deletes a tag. Contacts, messages and conversations keep its value or stage. */
export const deleteTag = verb({ may: "MANAGE_CLIENTS", audit: "recorded" }, (ctx, input: { id: string }) =>
  inTransaction(ctx, async (tx) => {
    const [tag] = await tx.db.tag.updateManyAndReturn({
      where: { workspaceId: tx.workspaceId, id: input.id, deletedAt: null },
      data: { deletedAt: tx.now },
    });
    if (!tag) throw notFound("tag");
    await audit(tx, "deleteTag", tag.id, { before: { tag: tag.tag, type: tag.type } });
    await emit(tx, { name: "WORKSPACE_CHANGED" });
    return tag;
  }),
);

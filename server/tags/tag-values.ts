import { badInput } from "../errors.ts";
import { say } from "../say.ts";
import { requiredLine } from "../text-rules.ts";
import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { spellings } from "./access.ts";

export const TAG_MAX = 100;
export const TAGS_MAX = 100;

/**
 * Reads tag values: trimmed, without duplicates, in the given order.
 * @throws AppError BAD_INPUT for a blank one, one of more than 100 characters, or more than 100 of them.
 */
export function readTagValues(path: string, values: readonly string[]): string[] {
  if (values.length > TAGS_MAX) throw badInput(path, say("inbox.tagsMost", { field: path, count: TAGS_MAX }));
  return [...new Set(values.map((value, index) => requiredLine(`${path}.${index}`, value, TAG_MAX)))];
}

/**
 * Adds values that are missing in the tag list, as part of the change that uses them. It needs no permission of
 * its own.
 */
export async function ensureTags(tx: Ctx, type: "client" | "message" | "conversation", values: string[]) {
  if (values.length === 0) return;
  const { workspaceId } = tx;
  const known = await tx.db.tag.findMany({
    where: { workspaceId, deletedAt: null, type: { in: spellings(type) }, tag: { in: values } },
    select: { tag: true },
  });
  const missing = values.filter((value) => !known.some(({ tag }) => tag === value));
  if (missing.length === 0) return;
  // Another request may add the same value at the same time. Its row serves as well.
  const added = await tx.db.tag.createMany({
    data: missing.map((tag) => ({ workspaceId, type, tag })),
    skipDuplicates: true,
  });
  if (added.count > 0) await emit(tx, { name: "WORKSPACE_CHANGED" });
}

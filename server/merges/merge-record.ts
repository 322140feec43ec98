import { z } from "zod";
import { actorId, type Ctx } from "../ctx.ts";
import type { ClientMerge } from "../generated/prisma/client.ts";

/** The contact fields that a merge fills if they are empty, or takes from another contact by choice. */
export const MERGED_FIELDS = [
  "name",
  "surname",
  "phone",
  "email",
  "address",
  "city",
  "country",
  "code",
  "avatarUrl",
  "stageId",
  "defaultAgentId",
] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];

/** How long a merge can be undone. */
export const UNDO_DAYS = 30;

const CHANGE = z.strictObject({ before: z.string().nullable(), after: z.string().nullable() });

/** The content of a merge's `before`: what an undo needs. */
const SHAPE = z.strictObject({
  /** Of the remaining contact: the fields that the merge changed, and the tags that it added. */
  fields: z.partialRecord(z.enum(MERGED_FIELDS), CHANGE),
  addedTags: z.array(z.string()),
  /** The merged contacts' previous archival. `followers`: contacts that had been merged into them earlier. */
  sources: z.array(
    z.strictObject({
      id: z.uuid(),
      deletedAt: z.iso.datetime().nullable(),
      archivedBy: z.string().nullable(),
      followers: z.array(z.uuid()),
    }),
  ),
  identities: z.array(
    z.strictObject({ scope: z.string(), externalId: z.string(), clientId: z.uuid(), broughtById: z.uuid().nullable() }),
  ),
  /** The conversations that moved, by their previous contact. */
  convs: z.record(z.uuid(), z.array(z.uuid())),
  /** The conversations that the remaining contact had already. Any conversation not recorded here began later. */
  ownConvs: z.array(z.uuid()),
  /** The conversations without a stored address: they used their contact's identity. */
  unaddressed: z.array(z.uuid()),
});
export type MergeRecord = z.infer<typeof SHAPE>;

/**
 * Stores what is needed to undo a merge.
 * @param tx the merge's own transaction.
 */
export async function keepMerge(tx: Ctx, clientId: string, before: MergeRecord): Promise<ClientMerge> {
  const mergedIds = before.sources.map(({ id }) => id);
  return tx.db.clientMerge.create({
    data: { workspaceId: tx.workspaceId, clientId, mergedIds, before, createdBy: actorId(tx.actor), createdAt: tx.now },
  });
}

export function readMerge({ before }: Pick<ClientMerge, "before">): MergeRecord {
  return SHAPE.parse(before);
}

export function undoableUntil({ createdAt }: Pick<ClientMerge, "createdAt">): Date {
  return new Date(createdAt.getTime() + UNDO_DAYS * 86_400_000);
}

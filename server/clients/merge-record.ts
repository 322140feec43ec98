import { z } from "zod";
import { actorId, type Ctx } from "../ctx.ts";
import type { ClientMerge } from "../generated/prisma/client.ts";

/** Of a contact, what a merge fills where it is empty, or takes from another one where it is told to. */
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

/** For how long a merge can be taken back. */
export const UNDO_DAYS = 30;

const CHANGE = z.strictObject({ before: z.string().nullable(), after: z.string().nullable() });

/** What a merge's `before` holds: enough to take it back. */
const SHAPE = z.strictObject({
  /** Of the contact that stayed: the fields that the merge changed, and the tags that it added. */
  fields: z.partialRecord(z.enum(MERGED_FIELDS), CHANGE),
  addedTags: z.array(z.string()),
  /** The merged ones' own archival; `followers`: who had been merged into them before. */
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
  /** Conversations that moved, by whose they were. */
  convs: z.record(z.uuid(), z.array(z.uuid())),
  /** Those that were the contact's own already: what is there beside them was begun later. */
  ownConvs: z.array(z.uuid()),
  /** Those whose address was left to their contact's identity. */
  unaddressed: z.array(z.uuid()),
});
export type MergeRecord = z.infer<typeof SHAPE>;

/**
 * Keeps what is needed to take a merge back.
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

/** Until when a merge can be taken back. */
export function undoableUntil({ createdAt }: Pick<ClientMerge, "createdAt">): Date {
  return new Date(createdAt.getTime() + UNDO_DAYS * 86_400_000);
}

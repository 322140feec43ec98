import { audit } from "../auth/audit.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { clientEvent } from "../events/events.ts";
import type { Client } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { ensureTags, TAGS_MAX, readTagValues } from "../tags/tag-values.ts";
import { verb } from "../verb.ts";
import { optedOutSince } from "./opt-out.ts";

/** Limit of contacts per call. Keeps the transaction short, so that readers of the event log do not wait for it. */
const BATCH_MAX = 250;

export type ClientBulkPatchInput = {
  ids: string[];
  addTags?: string[] | null;
  removeTags?: string[] | null;
  /** null: no stage. Missing: unchanged. */
  stageId?: string | null;
  isDeleted?: boolean | null;
};

/** The changed contacts, and the refused ones with the reason. */
export type ClientBulkPatch = { changedIds: string[]; refused: { id: string; message: string }[] };

/**
 * Tags, stages and archives up to 250 contacts at once. Contacts that already have these values are not changed and not in `changedIds`,
 * so that reversing the change restores the previous state. A contact that would get too many tags is refused; the others are changed.
 * @throws AppError BAD_INPUT, NOT_FOUND (a contact, the stage)
 */
export const bulkPatchClients = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: ClientBulkPatchInput): Promise<ClientBulkPatch> => {
    const ids = [...new Set(input.ids)];
    if (ids.length === 0) throw badInput("ids", say("clients.noIds"));
    if (ids.length > BATCH_MAX) throw badInput("ids", say("clients.mostIds", { count: BATCH_MAX }));
    const addTags = readTagValues("addTags", input.addTags ?? []);
    const removeTags = new Set(readTagValues("removeTags", input.removeTags ?? []));
    return inTransaction(ctx, async (tx) => {
      const { workspaceId } = tx;
      if (input.stageId != null) await stageOr404(tx, "clientStage", { id: input.stageId });
      await ensureTags(tx, "client", addTags);
      const rows = await tx.db.$queryRaw<Client[]>`
      select * from "Client" where "workspaceId" = ${workspaceId} and id = any(${ids}::uuid[]) and not "isPlayground"
      order by id for no key update`;
      if (rows.length < ids.length) throw notFound("client");
      const refused: ClientBulkPatch["refused"] = [];
      const changedIds: string[] = [];
      for (const row of rows) {
        const tags = [...new Set([...row.tags, ...addTags])].filter((tag) => !removeTags.has(tag));
        if (tags.length > TAGS_MAX) {
          refused.push({ id: row.id, message: `A client may have at most ${TAGS_MAX} tags` });
          continue;
        }
        const edits = {
          ...(tags.join("\n") === row.tags.join("\n") ? {} : { tags }),
          ...(input.stageId === undefined || input.stageId === row.stageId ? {} : { stageId: input.stageId }),
        };
        const archival = archivalOf(tx, row, input.isDeleted);
        const isEdit = Object.keys(edits).length > 0;
        if (!isEdit && !archival) continue;
        const client = await tx.db.client.update({
          where: { workspaceId_id: { workspaceId, id: row.id } },
          data: { ...edits, ...archival, ...(isEdit ? { patchedAt: tx.now } : {}) },
        });
        changedIds.push(client.id);
        await emit(
          tx,
          isEdit ? clientEvent("CLIENT_UPDATED", client) : { name: "CLIENT_CHANGED", clientId: client.id },
        );
      }
      if (changedIds.length > 0) await audit(tx, "bulkPatchClients", null, { after: { ...input, ids: changedIds } });
      return { changedIds, refused };
    });
  },
);

/** The same changes as archiveClient and unarchiveClient make. */
function archivalOf(tx: Ctx, client: Client, isDeleted: boolean | null | undefined) {
  if (isDeleted == null || isDeleted === (client.deletedAt !== null)) return null;
  return isDeleted
    ? { deletedAt: tx.now, archivedBy: actorId(tx.actor) }
    : { deletedAt: null, archivedBy: null, mergedIntoId: null, optedOutAt: optedOutSince(client) };
}

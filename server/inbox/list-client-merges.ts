import { clientForActor } from "../clients/access.ts";
import { undoableUntil } from "../clients/merge-record.ts";
import type { ClientMerge } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { clientName } from "./display-name.ts";

/** A merge as people see it. `names` of the merged contacts; `undoableUntil` null: it was undone. */
export type MergeRow = Omit<ClientMerge, "before"> & { names: string[]; undoableUntil: Date | null };

const MOST = 50;

/** The merges into a contact, newest first, the latest 50. @throws AppError NOT_FOUND */
export const listClientMerges = verb(
  { may: "MANAGE_CLIENTS" },
  async (ctx, input: { clientId: string }): Promise<MergeRow[]> => {
    const { workspaceId } = ctx;
    const { id: clientId } = await clientForActor(ctx, input.clientId);
    const merges = await ctx.db.clientMerge.findMany({
      where: { workspaceId, clientId },
      omit: { before: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: MOST,
    });
    const clients = await ctx.db.client.findMany({
      where: { workspaceId, id: { in: merges.flatMap(({ mergedIds }) => mergedIds) } },
    });
    const names = new Map(clients.map((client) => [client.id, clientName(client)]));
    return merges.map((merge) => ({
      ...merge,
      names: merge.mergedIds.map((id) => names.get(id) ?? ""),
      undoableUntil: merge.undoneAt ? null : undoableUntil(merge),
    }));
  },
);

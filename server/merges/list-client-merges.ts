import { clientForActor } from "../clients/access.ts";
import { gathered } from "../gathered.ts";
import type { ClientMerge, Prisma } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { clientName } from "../conversations/display-name.ts";

/** All columns except the stored earlier rows, which are large and never shown. */
const SHOWN = {
  workspaceId: true,
  id: true,
  clientId: true,
  mergedIds: true,
  createdBy: true,
  createdAt: true,
  undoneAt: true,
} as const satisfies Prisma.ClientMergeSelect;
export type MergeSelect = typeof SHOWN;
type Shown = Pick<ClientMerge, keyof MergeSelect>;

/** The names of the merged contacts, in the order of their ids. */
export const mergedNames = gathered<Shown, string[]>(async ({ db, workspaceId }, merges) => {
  const clients = await db.client.findMany({
    where: { workspaceId, id: { in: merges.flatMap(({ mergedIds }) => mergedIds) } },
  });
  const names = new Map(clients.map((client) => [client.id, clientName(client)]));
  return merges.map(({ mergedIds }) => mergedIds.map((id) => names.get(id) ?? ""));
});

const MOST = 50;

/** The merges into a contact, newest first, the latest 50. @throws AppError NOT_FOUND */
export const listClientMerges = verb(
  { may: "MANAGE_CLIENTS" },
  async (ctx, input: { clientId: string }): Promise<Shown[]> => {
    const { workspaceId } = ctx;
    const { id: clientId } = await clientForActor(ctx, input.clientId);
    return ctx.db.clientMerge.findMany({
      where: { workspaceId, clientId },
      select: SHOWN,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: MOST,
    });
  },
);

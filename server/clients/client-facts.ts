import { convScope } from "../auth/conv-scope.ts";
import type { Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";

/** The channels where a contact has conversations that the actor may see, and when they last wrote in one of them. */
type ClientFacts = { integrationIds: string[]; lastSeenAt: Date | null };

/** What a list shows of each contact in addition to its row. One query for all contacts shown. */
export const clientFacts = gathered(readFacts);

async function readFacts(ctx: Ctx, ids: readonly string[]): Promise<ClientFacts[]> {
  const rows = await ctx.db.conversation.groupBy({
    by: ["clientId", "integrationId"],
    where: { AND: [{ workspaceId: ctx.workspaceId, clientId: { in: [...ids] } }, convScope(ctx)] },
    _max: { lastClientMessageAt: true, createdAt: true },
    // The channel of the latest conversation first.
    orderBy: { _max: { createdAt: "desc" } },
  });
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId);
  return ids.map((id) => {
    const own = byClient.get(id) ?? [];
    const times = own.flatMap(({ _max }) => _max.lastClientMessageAt?.getTime() ?? []);
    return {
      integrationIds: own.map(({ integrationId }) => integrationId),
      lastSeenAt: times.length > 0 ? new Date(Math.max(...times)) : null,
    };
  });
}

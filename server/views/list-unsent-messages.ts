import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { clientName } from "../conversations/display-name.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { personOf } from "../conversations/person.ts";

/** A failed message of the actor's own; `clientName` is null if they no longer see the conversation. */
export type UnsentMessage = { message: ScheduledMessage; clientName: string | null };

/** More than anyone reviews. After handling one, the person sees the next. */
const MOST = 100;

/**
 * The signed-in person's messages, scheduled or undoable, that were refused when they were due, newest first. It covers all
 * conversations, also those since assigned to a colleague, so that no one believes a refused message arrived.
 */
export const listUnsentMessages = verb({ may: "USE_CONVS" }, async (ctx): Promise<UnsentMessage[]> => {
  const { agentId } = personOf(ctx);
  const { workspaceId } = ctx;
  const rows = await ctx.db.scheduledMessage.findMany({
    where: { workspaceId, agentId, state: "failed" },
    orderBy: [{ sendAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
  const ids = [...new Set(rows.map(({ convId }) => convId))];
  const inSight = await ctx.db.conversation.findMany({
    where: { AND: [convsVisibleTo(ctx), { id: { in: ids } }] },
    select: { id: true, clientId: true },
  });
  const { client } = inboxLoaders(ctx);
  const names = new Map<string, string>();
  for (const { id, clientId } of inSight) {
    const found = await client.load(clientId);
    names.set(id, found ? clientName(found) : "");
  }
  return rows.map((message) => ({ message, clientName: names.get(message.convId) ?? null }));
});

import type { ScheduledMessage } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { convsVisibleTo } from "../conversations/access.ts";
import { clientName } from "../conversations/display-name.ts";
import { inboxLoaders } from "../conversations/inbox-loaders.ts";
import { personOf } from "../conversations/person.ts";

/** A message of one's own that could not be sent; `clientName` is null where the conversation is out of its writer's sight by now. */
export type UnsentMessage = { message: ScheduledMessage; clientName: string | null };

/** More than anybody goes through; whoever deals with one sees the next. */
const MOST = 100;

/**
 * What the signed-in person scheduled, or could still undo, and what was refused when its time came; the newest first. Of all
 * conversations, also of those that were given to a colleague meanwhile: nobody believes that their words arrived.
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

import type { Ctx } from "../ctx.ts";
import { emit } from "../events/emit.ts";
import { Prisma, type Client, type Conversation, type Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { trailText } from "../observe/trail.ts";
import { changesOfConv } from "./append-message.ts";
import { acceptedEvents, GIVE_UP_MINUTES, PRIORITY, type AcceptedMessage } from "./queue-message.ts";
import type { templateMessage } from "./send-template.ts";

/** A broadcast's message to one client. */
export type BroadcastMessage = {
  /** Open, its row locked; each conversation once. */
  conv: Conversation;
  client: Client;
  message: ReturnType<typeof templateMessage>;
  /** The message opened its conversation. */
  opened: boolean;
};

type Made = { integration: Integration; broadcastId: string; agentId: string | null; createdBy: string };

/**
 * What queueMessage does for one message, for those of a broadcast to many clients, in two statements: each is put at the end of
 * its conversation as pending, queued for the channel, and told.
 * @returns their ids, in the same order.
 */
export async function queueMessages(
  ctx: Ctx,
  { integration, broadcastId, agentId, createdBy }: Made,
  messages: readonly BroadcastMessage[],
): Promise<string[]> {
  if (messages.length === 0) return [];
  const rows = messages.map(({ conv, message }) => ({ id: newId(), convId: conv.id, ...message }));
  const stored = await ctx.db.$queryRaw<AcceptedMessage[]>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(id uuid, "convId" uuid, type "MessageType", content text,
        template jsonb)
    ), conv as (
      update "Conversation" c set ${changesOfConv({ type: "template", isAgent: true }, Prisma.sql`g.id`)}
      from given g
      where c."workspaceId" = ${ctx.workspaceId} and c.id = g."convId"
      returning c."clientId", c."lastSeq" as seq, c."lastMessageAt" as stamp, g.id, g."convId", g.type, g.content, g.template
    ), message as (
      insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "agentId",
        "createdBy", status, template, "broadcastId", "createdAt")
      select ${ctx.workspaceId}::int, id, "convId", "clientId", ${integration.id}::uuid, seq, content, type, true, ${agentId}::uuid,
        ${createdBy}, 'pending', template, ${broadcastId}::uuid, stamp
      from conv
      returning "workspaceId", id, "convId", "clientId", "integrationId", seq, type, content, caption, "isAgent", "broadcastId", "createdAt",
        "externalMessageId", "sourceType", "sourceUrl"
    ), queued as (
      insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "giveUpAt", trail)
      select "workspaceId", id, "integrationId", "convId", seq, ${PRIORITY.broadcast}, "broadcastId",
        now() + make_interval(mins => ${GIVE_UP_MINUTES.broadcast}), ${trailText()}::text
      from message
    )
    select "workspaceId", id, "clientId", type, content, caption, "isAgent", "createdAt", "externalMessageId", "sourceType", "sourceUrl"
    from message`;
  ctx.wakes?.add("sends");
  const byId = new Map(stored.map((message) => [message.id, message]));
  const events = messages.flatMap(({ conv, client, opened }, index) => {
    const message = byId.get(rows[index]?.id ?? "");
    if (!message) throw new Error("a conversation whose row is locked cannot be missing");
    return acceptedEvents({ conv, integration, client, message }, opened);
  });
  await emit(ctx, ...events);
  return rows.map(({ id }) => id);
}

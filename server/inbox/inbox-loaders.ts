import DataLoader from "dataloader";
import { maskClient } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import type { Client, Integration, Message, MessageReaction } from "../generated/prisma/client.ts";
import { mediaOfMessages } from "./media-of-messages.ts";
import type { MessageFile, MessageMedia } from "./media-of-messages.ts";
import { sendStatesOf } from "./send-states.ts";
import type { Sent, SendState } from "./send-states.ts";

/** Messages that Conversation.messages shows (core.graphql). */
const MESSAGES_OF_CONV = 100;
const GATHER_ONLY = { cache: false };

/**
 * What lists of conversations and messages show from other tables, read once per request and table whatever the length of the list.
 * Access was asked for the rows that name them.
 */
function createLoaders(ctx: Ctx) {
  const { db, workspaceId } = ctx;
  const named = (ids: readonly string[]) => ({ where: { workspaceId, id: { in: [...ids] } } });
  const name = { id: true, name: true } as const;
  return {
    integration: byId((ids) => db.integration.findMany(named(ids)) satisfies Promise<Integration[]>),
    /** As the actor may see them. */
    client: byId(async (ids) =>
      (await db.client.findMany(named(ids))).map((client) => maskClient<Client>(ctx, client)),
    ),
    message: byId((ids) => db.message.findMany(named(ids))),
    agent: byId((ids) => db.agent.findMany({ ...named(ids), select: { ...name, surname: true } })),
    assistant: byId((ids) => db.assistant.findMany({ ...named(ids), select: name })),
    broadcast: byId((ids) => db.broadcast.findMany({ ...named(ids), select: name })),
    apiKey: byId((ids) => db.apiKey.findMany({ ...named(ids), select: { id: true, label: true } })),
    user: byId((ids) =>
      db.user.findMany({
        where: { id: { in: [...ids] }, memberships: { some: { workspaceId } } },
        select: { ...name, surname: true },
      }),
    ),
    /** The file that a message is, by the message. */
    media: new DataLoader<MessageFile, MessageMedia | null>((messages) => mediaOfMessages(ctx, messages), GATHER_ONLY),
    /** Where a message stands on its way, by the message. */
    sendState: new DataLoader<Sent, SendState | null>((messages) => sendStatesOf(ctx, messages), GATHER_ONLY),
    /** Both sides' reactions to a message, the client's first. */
    reactions: new DataLoader<string, MessageReaction[]>(async (messageIds) => {
      const where = { workspaceId, messageId: { in: [...new Set(messageIds)] } };
      const rows = await db.messageReaction.findMany({ where, orderBy: { isAgent: "asc" } });
      const found = Map.groupBy(rows, ({ messageId }) => messageId);
      return messageIds.map((id) => found.get(id) ?? []);
    }, GATHER_ONLY),
    /** The newest messages of a conversation, oldest first. */
    newestMessages: new DataLoader<string, Message[]>(async (convIds) => {
      const rows = await db.$queryRaw<Message[]>`
        select m.* from unnest(${[...new Set(convIds)]}::uuid[]) as wanted (id)
        cross join lateral (
          select * from "Message" where "workspaceId" = ${workspaceId} and "convId" = wanted.id order by seq desc limit ${MESSAGES_OF_CONV}
        ) m
        order by m.seq`;
      const found = Map.groupBy(rows, ({ convId }) => convId);
      return convIds.map((id) => found.get(id) ?? []);
    }, GATHER_ONLY),
  };
}

type Loaders = ReturnType<typeof createLoaders>;

const loadersOf = new WeakMap<Ctx, Loaders>();

/** The loaders of a request. They gather and do not keep: a second mutation of the same request sees what the first one changed. */
export function inboxLoaders(ctx: Ctx): Loaders {
  let loaders = loadersOf.get(ctx);
  if (!loaders) loadersOf.set(ctx, (loaders = createLoaders(ctx)));
  return loaders;
}

function byId<Row extends { id: string }>(
  find: (ids: readonly string[]) => Promise<Row[]>,
): DataLoader<string, Row | null> {
  return new DataLoader(async (ids) => {
    const rows = new Map((await find([...new Set(ids)])).map((row) => [row.id, row]));
    return ids.map((id) => rows.get(id) ?? null);
  }, GATHER_ONLY);
}

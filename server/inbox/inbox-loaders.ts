import DataLoader from "dataloader";
import { maskClient } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma, type Client, type Integration, type Message } from "../generated/prisma/client.ts";
import { columnsOf, readRows } from "../read-rows.ts";
import { mediaOfMessages, type MessageFile, type MessageMedia } from "./media-of-messages.ts";
import { sendStatesOf, type Sent, type SendState } from "./send-states.ts";
import { templateTexts, type SentTemplate } from "./template-text.ts";

/** Messages that Conversation.messages shows (core.graphql). */
const MESSAGES_OF_CONV = 100;
const INTEGRATION = columnsOf(Prisma.IntegrationScalarFieldEnum, "t");
const CLIENT = columnsOf(Prisma.ClientScalarFieldEnum, "t");
const MESSAGE = columnsOf(Prisma.MessageScalarFieldEnum, "t");
const NAME = Prisma.sql`t.id, t.name`;
const FULL_NAME = Prisma.sql`t.id, t.name, t.surname`;
const LABEL = Prisma.sql`t.id, t.label`;
const GATHER_ONLY = { cache: false };

/**
 * What lists of conversations and messages show from other tables, read once per request and table whatever the length of the list.
 * Access was asked for the rows that name them.
 */
function createLoaders(ctx: Ctx) {
  const { db, workspaceId } = ctx;
  const named = <Row extends object>(table: Prisma.ModelName, columns: Prisma.Sql, ids: readonly string[]) =>
    readRows<Row>(
      ctx,
      Prisma.sql`select ${columns} from ${Prisma.raw(`"${table}"`)} t where t."workspaceId" = ${workspaceId} and t.id = any(${ids}::uuid[])`,
    );
  return {
    integration: byId((ids) => named<Integration>("Integration", INTEGRATION, ids)),
    /** As the actor may see them. */
    client: byId(async (ids) =>
      (await named<Client>("Client", CLIENT, ids)).map((client) => maskClient<Client>(ctx, client)),
    ),
    /** With details that the actor may not see: for masking them in texts. */
    wholeClient: byId((ids) => named<Client>("Client", CLIENT, ids)),
    message: byId((ids) => named<Message>("Message", MESSAGE, ids)),
    agent: byId((ids) => named<{ id: string; name: string; surname: string | null }>("Agent", FULL_NAME, ids)),
    assistant: byId((ids) => named<{ id: string; name: string }>("Assistant", NAME, ids)),
    broadcast: byId((ids) => named<{ id: string; name: string }>("Broadcast", NAME, ids)),
    apiKey: byId((ids) => named<{ id: string; label: string }>("ApiKey", LABEL, ids)),
    user: byId((ids) =>
      db.user.findMany({
        where: { id: { in: [...ids] }, memberships: { some: { workspaceId } } },
        select: { id: true, name: true, surname: true },
      }),
    ),
    /** The file that a message is, by the message. */
    media: new DataLoader<MessageFile, MessageMedia | null>((messages) => mediaOfMessages(ctx, messages), GATHER_ONLY),
    /** Where a message stands on its way, by the message. */
    sendState: new DataLoader<Sent, SendState | null>((messages) => sendStatesOf(ctx, messages), GATHER_ONLY),
    /** What a template says, by the message. */
    templateText: new DataLoader<SentTemplate, string | null>((messages) => templateTexts(ctx, messages), GATHER_ONLY),
    /** The newest messages of a conversation, oldest first. */
    newestMessages: new DataLoader<string, Message[]>(async (convIds) => {
      const rows = await readRows<Message>(
        ctx,
        Prisma.sql`select ${columnsOf(Prisma.MessageScalarFieldEnum, "m")} from unnest(${[...new Set(convIds)]}::uuid[]) as wanted (id)
        cross join lateral (
          select ${MESSAGE} from "Message" t where t."workspaceId" = ${workspaceId} and t."convId" = wanted.id
          order by t.seq desc limit ${MESSAGES_OF_CONV}
        ) m
        order by m.seq`,
      );
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

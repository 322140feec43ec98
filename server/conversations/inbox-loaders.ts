import DataLoader from "dataloader";
import { maskClient } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma, type Client, type Integration, type Message } from "../generated/prisma/client.ts";
import { columnsOf, readRows } from "../read-rows.ts";
import { mediaOfMessages, type MessageFile, type MessageMedia } from "../media/media-of-messages.ts";
import { isUnderWay } from "../sending/attempt-under-way.ts";
import { z } from "zod";

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
 * Loads what lists of conversations and messages show from other tables, with one read per request and table for any list length.
 * Callers have already checked access to the rows that name these ids.
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
    /** Masked as the actor may see them. */
    client: byId(async (ids) =>
      (await named<Client>("Client", CLIENT, ids)).map((client) => maskClient<Client>(ctx, client)),
    ),
    /** Unmasked, including details that the actor may not see. Used to mask these details in texts. */
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
    /** The file of a media message, keyed by the message. */
    media: new DataLoader<MessageFile, MessageMedia | null>((messages) => mediaOfMessages(ctx, messages), GATHER_ONLY),
    /** The send state, keyed by the message. */
    sendState: new DataLoader<Sent, SendState | null>((messages) => sendStatesOf(ctx, messages), GATHER_ONLY),
    /** The template text, keyed by the message. */
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

/** The loaders of a request. They batch but do not cache: a second mutation in the same request sees what the first one changed. */
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

/**
 * How far a send has come, in more detail than its status: `queued` (waits for its turn or its next attempt), `sending` (the request to
 * the provider is running) or `unknown` (the provider's response never came, so the message may or may not have arrived).
 */
type SendState = "queued" | "sending" | "unknown";

type Sent = Pick<Message, "id" | "status" | "isAgent" | "type">;

/** The send states of messages that the actor may read, in their order. null: the status says it all. One query for all messages. */
async function sendStatesOf(ctx: Ctx, messages: readonly Sent[]): Promise<(SendState | null)[]> {
  const open = messages.filter(isOpen).map(({ id }) => id);
  const attempts =
    open.length === 0
      ? []
      : await ctx.db.sendAttempt.findMany({
          where: { workspaceId: ctx.workspaceId, messageId: { in: open } },
          orderBy: { attemptNo: "asc" },
          select: { messageId: true, outcome: true, startedAt: true, endedAt: true },
        });
  const last = new Map(attempts.map((attempt) => [attempt.messageId, attempt]));
  return messages.map((message) => {
    if (!isOpen(message)) return null;
    const attempt = last.get(message.id);
    if (message.status === "pending" && isUnderWay(attempt, ctx.now)) return "sending";
    // An attempt without an end: its worker died during the request to the provider.
    if (attempt && (attempt.outcome === "unknown" || attempt.endedAt === null)) return "unknown";
    return message.status === "pending" ? "queued" : null;
  });
}

function isOpen({ status, isAgent, type }: Sent): boolean {
  return isAgent && type !== "note" && (status === "pending" || status === "failed");
}

/** The part of a message that says which template was sent, and with which values. */
type SentTemplate = Pick<Message, "integrationId"> & { template?: unknown };

const parameter = z.looseObject({
  type: z.string().catch("text"),
  parameter_name: z.string().optional().catch(undefined),
  text: z.string().optional().catch(undefined),
});
const component = z.object({
  type: z.string().toUpperCase().catch(""),
  text: z.string().optional().catch(undefined),
  parameters: z.array(parameter).catch([]),
});
const components = z.array(component).catch([]);
const sent = z.object({ name: z.string(), language: z.string().nullish(), components });
const fallback = z.object({ fallback_value: z.string() });

type Definition = { integrationId: string; name: string; language: string; components: unknown };

/**
 * The body of each template as the contact reads it, in the same order. null: the channel's definition of the template is unknown and
 * the components contain no text.
 */
export async function templateTexts(ctx: Ctx, messages: readonly SentTemplate[]): Promise<(string | null)[]> {
  const templates = messages.map(({ integrationId, template }) => ({
    integrationId,
    ...sent.safeParse(template).data,
  }));
  const names = [...new Set(templates.flatMap(({ name }) => name ?? []))];
  const channels = [...new Set(templates.map(({ integrationId }) => integrationId))];
  const definitions: Definition[] =
    names.length === 0
      ? []
      : await ctx.db.messageTemplate.findMany({
          where: { workspaceId: ctx.workspaceId, integrationId: { in: channels }, name: { in: names } },
          select: { integrationId: true, name: true, language: true, components: true },
        });
  return templates.map(({ integrationId, name, language, components: filled = [] }) => {
    const own = definitions.filter((each) => each.integrationId === integrationId && each.name === name);
    const definition = own.find((each) => each.language === language) ?? (own.length === 1 ? own[0] : undefined);
    const given = filled.find(({ type }) => type === "BODY");
    const body = components.parse(definition?.components).find(({ type }) => type === "BODY")?.text ?? given?.text;
    return body ? fill(body, given?.parameters ?? []) : null;
  });
}

/** Fills `{{1}}` by position and `{{name}}` by name, or by position if the parameters have no names. Placeholders without value stay. */
function fill(body: string, parameters: readonly z.infer<typeof parameter>[]): string {
  const places: string[] = [];
  return body.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    if (!places.includes(name)) places.push(name);
    const place = /^\d+$/.test(name) ? Number(name) - 1 : places.indexOf(name);
    const value = parameters.find((each) => each.parameter_name === name) ?? parameters[place];
    return value ? (value.text ?? fallback.safeParse(value[value.type]).data?.fallback_value ?? whole) : whole;
  });
}

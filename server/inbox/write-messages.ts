import type { Ctx } from "../ctx.ts";
import { insertEvents } from "../events/emit.ts";
import { WRITTEN_AT, type NewEvent } from "../events/events.ts";
import type { Identity } from "../channels/channel.ts";
import { pool } from "../db.ts";
import { isDeadlock } from "../deadlock.ts";
import { signal } from "../events/signal.ts";
import { fewRows } from "../few-rows.ts";
import { Prisma, type Message } from "../generated/prisma/client.ts";
import type { MessageStatus, MessageType, NoteType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { trailText } from "../observe/trail.ts";
import { columnsOf } from "../read-rows.ts";
import type { Said } from "../say.ts";
import { mended } from "../text-rules.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { writeTogether } from "../write-together.ts";
import { AROUND, FACTS, type Facts } from "./facts.ts";

/** A message to be put at the end of a conversation. What is left out is empty. */
export type NewMessage = {
  type: MessageType;
  content: string;
  /** Of a system line: the sentence that `content` is the English of. */
  contentSaid?: Said;
  caption?: string | null;
  isAgent: boolean;
  status: MessageStatus;
  /** A user's, key's or client's id, or SYSTEM. */
  createdBy: string;
  noteType?: NoteType | null;
  agentId?: string | null;
  aiId?: string | null;
  externalMessageId?: string | null;
  replyToMessageId?: string | null;
  replyContext?: unknown;
  template?: unknown;
  broadcastId?: string | null;
  resendOfId?: string | null;
  /** Written by the business outside the service: there is nothing to send. */
  sentElsewhere?: boolean;
  sourceType?: string | null;
  sourceUrl?: string | null;
  raw?: unknown;
  providerAt?: Date | null;
  /** When it was written, of a message of before; else it is of now. */
  writtenAt?: Date;
  /** A message of ours to an address that its sender named; else it goes where the conversation's client is reached. */
  address?: string | null;
  /** A client's message: their id on the channel, where answers go from now on. */
  clientAddress?: string;
};

/**
 * Who waits first when a channel's sends queue up. `gateway` is what came through POST /core/v1/messages. A broadcast's message is
 * lifted to what is queued behind it in its conversation, so this does not tell whether a send is a broadcast's: `broadcastId` does.
 */
export const PRIORITY = { reply: 0, notification: 1, gateway: 1, broadcast: 2 } as const;

/** How long sends are retried, in minutes (decisions section 5). Every try of a Gateway send costs: seven in that time. */
export const GIVE_UP_MINUTES = { reply: 15, notification: 24 * 60, gateway: 15, broadcast: 24 * 60 } as const;

export type SendKind = keyof typeof PRIORITY;

/** Whether every attempt of such a send costs a credit (decisions section 9). */
export function costsCredits(kind: SendKind): boolean {
  return kind === "gateway";
}

/** A message, where it goes, and what follows from it. */
export type MessageWrite = {
  conv: { id: string; clientId: string; integrationId: string };
  /** Left out: a new one. Named by whoever tells of the message in `events`. */
  id?: string;
  message: NewMessage;
  /** As what it is queued for its channel; null: it is not sent. */
  send: SendKind | null;
  /** In this order; WRITTEN_AT stands for the message's time. Whose conversation it is, its row says. */
  events: readonly NewEvent[];
};

/** The same, by itself: it is written only where all that it was decided on still is as it was. */
export type GuardedWrite = MessageWrite & {
  id: string;
  guard: {
    facts: Facts;
    /** Of a message that only an open reply window lets out: what it was open by. */
    lastClientMessageAt?: Date | null;
    /** Of a client's message: by which name they wrote, all their names where they have several, and the channel's secrets as it came. */
    from?: { scope: string; sender: string; names: readonly Identity[] | null; credentials: string };
    /** Of a person's: nothing that they can still undo waits in the conversation. Their draft is emptied. */
    agentId?: string | null;
  };
  /** The caller's Idempotency-Key, under which the message is kept as the answer. */
  key: { callerId: string; key: string; requestHash: Uint8Array } | null;
};

/** Thrown so that all of the transaction is undone: the channel has brought this message before. */
export class Repeated extends Error {}

const TYPES = {
  convId: "uuid",
  clientId: "uuid",
  integrationId: "uuid",
  id: "uuid",
  content: "text",
  contentSaid: "jsonb",
  type: `"MessageType"`,
  noteType: `"NoteType"`,
  isAgent: "boolean",
  agentId: "uuid",
  aiId: "uuid",
  createdBy: "text",
  status: `"MessageStatus"`,
  externalMessageId: "text",
  address: "text",
  replyToMessageId: "uuid",
  replyContext: "jsonb",
  template: "jsonb",
  broadcastId: "uuid",
  resendOfId: "uuid",
  caption: "text",
  sentElsewhere: "boolean",
  sourceType: "text",
  sourceUrl: "text",
  raw: "jsonb",
  providerAt: "timestamptz",
} satisfies Partial<Record<keyof Message, string>>;

/** What is told of a message beside its columns. */
const MORE = {
  writtenAt: "timestamptz",
  clientAddress: "text",
  priority: "int",
  giveUpMinutes: "int",
  costsCredits: "boolean",
  trail: "text",
  events: "json",
  facts: "jsonb",
  lastClientMessageAt: "timestamptz",
  scope: "text",
  sender: "text",
  names: "json",
  credentials: "text",
  draftOf: "uuid",
  callerId: "text",
  key: "text",
  requestHash: "text",
};

const quoted = (names: string[], alias = "") => names.map((name) => `${alias}"${name}"`).join(", ");
const COLUMNS = quoted(Object.keys(TYPES));
/** The columns of m, which is what a statement is told of its messages. */
export const GIVEN = quoted(["no", ...Object.keys(TYPES), ...Object.keys(MORE)], "m.");
export const LISTED = Object.entries({ ...TYPES, ...MORE })
  .map(([name, type]) => `"${name}" ${type}`)
  .join(", ");

const NO_SYSTEM_NOTE = `"noteType" is distinct from 'system'`;

/** By name: where a migration adds a column, the statement stands in each connection as it was prepared. */
const RETURNED = columnsOf(Prisma.MessageScalarFieldEnum, '"Message"').sql;
const ANSWERED = columnsOf(Prisma.MessageScalarFieldEnum, "message").sql;

/**
 * Whether all is as it was when the message m was decided on; c is its conversation, under its lock. A name of the sender's that is new has to
 * be added to the contact first; by what somebody came back is told of their message.
 */
const AS_DECIDED = `exists (select from "Workspace" w where w.id = $1 and w."deletedAt" is null)
  and m.facts = (select ${FACTS} from ${AROUND} and (m.credentials is null or i.credentials = m.credentials))
  and (m."lastClientMessageAt" is null or c."lastClientMessageAt" >= m."lastClientMessageAt")
  and (m.sender is null or exists (
    select from "ClientIdentity" n where n."workspaceId" = $1 and n.scope = m.scope and n."externalId" = m.sender
      and n."clientId" = c."clientId" and (n.referral is null or (n.referral ->> 'isUsed')::boolean)))
  and (m.names is null or not exists (
    select from json_to_recordset(m.names) as name(scope text, "externalId" text) where not exists (
      select from "ClientIdentity" n where n."workspaceId" = $1 and n.scope = name.scope and n."externalId" = name."externalId")))
  and (m."externalMessageId" is null or not exists (
    select from "Message" b where b."workspaceId" = $1 and b."integrationId" = m."integrationId" and b."isAgent" = m."isAgent"
      and b."externalMessageId" = m."externalMessageId"))
  and (m."draftOf" is null or not exists (
    select from "ScheduledMessage" u where u."workspaceId" = $1 and u."convId" = m."convId" and u.state = 'waiting'
      and u."agentId" = m."draftOf" and u."isUndoable"))`;

/**
 * Stores the messages of `placed`, which have their seq and time (at), and tells of them in the order of their numbers. The one place where
 * messages are stored.
 */
export const STORED = `message as (
  insert into "Message" ("workspaceId", seq, "createdAt", ${COLUMNS})
  select $1, seq, at, ${COLUMNS} from placed
  returning ${RETURNED}
), told as (
  ${insertEvents(`select e.id, e.name, e."convId", e."clientId", e."messageId", e."prevAssigneeId", p."isPlayground" as "isDebug", p.trail,
      replace(e.payload::text, '"createdAt":"${WRITTEN_AT}"',
        '"createdAt":"' || to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"')::json as payload,
      case when e."convId" is not null then p."assigneeId" end as "assigneeId"
    from placed p cross join lateral json_to_recordset(p.events) as e(no int, id uuid, name text, payload json, "convId" uuid,
      "clientId" uuid, "messageId" uuid, "prevAssigneeId" uuid)
    order by p.no, e.no`)}
)`;

/**
 * The one place where sends are queued.
 * @param rows a query for the sends of the workspace $1: messageId, integrationId, convId, seq, priority, broadcastId, attemptNo, giveUpAt,
 * costsCredits, trail.
 */
export function insertSends(rows: string): string {
  return `insert into "SendQueue" ("workspaceId", "messageId", "integrationId", "convId", seq, priority, "broadcastId", "attemptNo",
      "giveUpAt", "costsCredits", trail)
    select $1::int, s."messageId", s."integrationId", s."convId", s.seq, s.priority, s."broadcastId", s."attemptNo", s."giveUpAt",
      s."costsCredits", s.trail
    from (${rows}) s`;
}

/**
 * Messages at the ends of their conversations, what the conversations' rows keep of them, their places among the sends, the events, the
 * drafts that they were, and the answers to repeated requests: $1 the workspace, $2 the messages as JSON, numbered. `seq` and
 * `createdAt` are given under the lock of the conversation's row and only ever grow. The rows are locked in one order, so that two
 * statements never wait for each other.
 */
const WRITE = (answer: string) => `with m as materialized (
  select * from json_to_recordset($2::json) as m(no int, ${LISTED}) where ${fewRows("m.no")}
), locked as materialized (
  select c."workspaceId", c.id, c."clientId", c."integrationId", c."externalConversationId", c."assigneeId", c."aiId", c.ended, c.dormant, c."isPlayground", c."ratingAskedAt",
    c."lastSeq", c."lastMessageAt", c."lastClientMessageAt"
  from "Conversation" c
  where c."workspaceId" = $1 and c.id = any(array(select "convId" from m))
  order by c.id for no key update
), clock as materialized (
  select date_trunc('milliseconds', clock_timestamp()) as now from (select count(*) from locked) waited
), placed as materialized (
  select ${GIVEN}, m."assigneeId", m."isPlayground", "lastSeq" + k as seq,
    greatest(coalesce("writtenAt", clock.now), "lastMessageAt" + interval '1 millisecond') + (k - 1) * interval '1 millisecond' as at
  from (
    select ${GIVEN}, c."assigneeId", c."isPlayground", c."lastSeq", c."lastMessageAt",
      row_number() over (partition by m."convId" order by m.no)::int as k
    from m join locked c on c.id = m."convId"
    where m.facts is null or (${AS_DECIDED})
  ) as m cross join clock
), last as materialized (
  -- The service's own notes are no sign of life: they move neither the list nor convTTL.
  select "convId", max(seq) as seq, max(at) filter (where ${NO_SYSTEM_NOTE}) as at,
    (array_agg(id order by seq desc) filter (where ${NO_SYSTEM_NOTE}))[1] as id,
    (array_agg(not "isAgent" order by seq desc) filter (where type <> 'note'))[1] as "isClients",
    -- The reply window counts from when it was sent, where the provider says so: what reached us late or out of order opens no longer
    -- window, and what comes "from the future" counts from its receipt.
    max(least("providerAt", at)) filter (where not "isAgent") as "clientAt",
    (array_agg(least("providerAt", at) order by seq) filter (where not "isAgent"))[1] as "firstClientAt",
    (array_agg("clientAddress" order by seq desc) filter (where "clientAddress" is not null))[1] as "clientAddress",
    bool_or(not "isAgent") as "isWritten"
  from placed group by "convId"
), moved as (
  update "Conversation" c set "lastSeq" = last.seq,
    "lastMessageAt" = coalesce(last.at, c."lastMessageAt"),
    "lastMessageId" = coalesce(last.id, c."lastMessageId"),
    "lastClientMessageAt" = greatest(c."lastClientMessageAt", last."clientAt"),
    "needsResponse" = coalesce(last."isClients" and not c.ended, c."needsResponse"),
    -- Since the first of these, where nobody has waited.
    "waitingSince" = case when last."isClients" and not c.ended
      then coalesce(c."waitingSince", greatest(c."lastClientMessageAt", last."firstClientAt")) else c."waitingSince" end,
    "clientAddress" = coalesce(last."clientAddress", c."clientAddress"),
    -- The client has written: whoever had put the conversation aside has it no longer so.
    "snoozedAt" = case when not last."isWritten" then c."snoozedAt" end,
    "snoozedUntil" = case when not last."isWritten" then c."snoozedUntil" end,
    "snoozedBy" = case when not last."isWritten" then c."snoozedBy" end
  from last where c."workspaceId" = $1 and c.id = last."convId"
), awake as (
  delete from "ConvSnooze" s using last where s."workspaceId" = $1 and s."convId" = last."convId" and last."isWritten"
), ${STORED}, ahead as materialized (
  -- A broadcast's messages that wait before one in its conversation go as early as it does. What a worker holds goes now. The condition
  -- is written so that the index of all broadcasts does not answer it: they may be many, and those of the conversation are few.
  select q."messageId", p.priority from placed p join "SendQueue" q on q."workspaceId" = $1 and q."convId" = p."convId"
  where num_nulls(q."broadcastId") = 0 and q.priority > p.priority and q."leaseToken" is null
  for update of q skip locked
), lifted as (
  update "SendQueue" q set priority = ahead.priority from ahead where q."workspaceId" = $1 and q."messageId" = ahead."messageId"
), queued as (
  ${insertSends(`select id as "messageId", "integrationId", "convId", seq, priority, "broadcastId", 0 as "attemptNo",
      now() + make_interval(mins => "giveUpMinutes") as "giveUpAt", "costsCredits", trail
    from placed where priority is not null`)}
), draft as (
  select p.no, text <> '' or attachments <> '[]'::jsonb or d.template is not null as "hadWords"
  from placed p join "Draft" d on d."workspaceId" = $1 and d."agentId" = p."draftOf" and d."convId" = p."convId" and d.mode = 'reply'
), emptied as (
  insert into "Draft" as d ("workspaceId", "agentId", "convId", mode, text, "patchedAt")
  select distinct $1::int, "draftOf", "convId", 'reply'::"ComposerMode", '', now() from placed where "draftOf" is not null
  on conflict ("workspaceId", "agentId", "convId", mode) do update
    set text = '', attachments = '[]', "replyToMessageId" = null, template = null, version = d.version + 1, "patchedAt" = excluded."patchedAt"
), kept as (
  insert into "IdempotencyKey" ("workspaceId", "callerId", key, "requestHash", response)
  select $1, p."callerId", p.key, decode(p."requestHash", 'hex'), to_jsonb(message)
  from placed p join message on message.id = p.id where p.key is not null
)
select placed.no, coalesce((select "hadWords" from draft where draft.no = placed.no), false) as "hadDraft", ${answer}
from placed join message on message.id = placed.id`;

export const WRITE_AND_READ = WRITE(ANSWERED);
/** Of what came in only the numbers are asked. */
export const WRITE_IN = WRITE(`'' as content`);

/** A message as it is told of in the events that are written with it. */
export function asTold(
  { workspaceId, clientId }: { workspaceId: number; clientId: string },
  id: string,
  message: Pick<
    NewMessage,
    "type" | "content" | "caption" | "isAgent" | "externalMessageId" | "sourceType" | "sourceUrl"
  >,
) {
  const {
    type,
    content,
    caption = null,
    isAgent,
    externalMessageId = null,
    sourceType = null,
    sourceUrl = null,
  } = message;
  const body = { type, content, caption, isAgent, externalMessageId, sourceType, sourceUrl };
  return { workspaceId, clientId, id, ...body, createdAt: WRITTEN_AT } as const;
}

/**
 * Puts messages at the ends of their conversations, has them sent and tells of them, in one statement however many they are.
 * @param tx the open transaction, in which the conversations' rows are locked, or in order of their ids.
 * @returns the messages as they are stored, in the same order.
 * @throws Repeated when the channel has brought one of these before, by its externalMessageId.
 */
export async function writeMessages(tx: Ctx, writes: readonly MessageWrite[]): Promise<Message[]> {
  if (writes.length === 0) return [];
  const listed = writes.map((write, index) => ({ no: index + 1, ...listedOf(write) }));
  const rows = await storeAll(tx, JSON.stringify(mended(listed)));
  if (writes.some(({ events }) => events.length > 0)) tx.wakes?.add("events");
  if (writes.some(({ send }) => send !== null)) tx.wakes?.add("sends");
  if (writes.some(({ send }) => send === "reply")) tx.wakes?.add("replies");
  const byNo = new Map(rows.map(({ no, hadDraft: _, ...message }) => [no, message]));
  return listed.map(({ no }) => {
    const message = byNo.get(no);
    if (!message) throw new Error("a conversation whose row is locked cannot be missing");
    return message;
  });
}

/** The same of one message. */
export async function writeMessage(tx: Ctx, write: MessageWrite): Promise<Message> {
  const [message] = await writeMessages(tx, [write]);
  if (!message) throw new Error("every message is answered");
  return message;
}

type Stored = Message & { no: number; hadDraft: boolean };

/** As the statements are told of a message. */
export function listedOf({ conv, id = newId(), message, send, events }: MessageWrite) {
  return {
    ...{ convId: conv.id, clientId: conv.clientId, integrationId: conv.integrationId, id },
    ...{ sentElsewhere: false, ...message, trail: trailText() },
    ...(send === null
      ? {}
      : { priority: PRIORITY[send], giveUpMinutes: GIVE_UP_MINUTES[send], costsCredits: costsCredits(send) }),
    events: events.map((event, place) => ({ ...event, no: place + 1, id: newId() })),
  };
}

async function storeAll(tx: Ctx, listed: string): Promise<Stored[]> {
  try {
    return await tx.db.$queryRawUnsafe<Stored[]>(WRITE_AND_READ, tx.workspaceId, listed);
  } catch (error) {
    throw isUniqueViolation(error) ? new Repeated() : error;
  }
}

/** What became of a message: as it is stored, but for one that came in. */
export type Written = { message: Message; hadDraft: boolean };

type Ask = { workspaceId: number; write: GuardedWrite; listed: object };

/** Under load the messages of a workspace that come together are written together, each conversation's in order (pitfall 5). */
const commit = writeTogether<Ask, Written | null>({
  laneOf: ({ workspaceId }) => workspaceId,
  keyOf: ({ write }) => write.conv.id,
  uniqueOf: ({ write: { conv, message, key } }) =>
    key
      ? `${key.callerId} ${key.key}`
      : message.externalMessageId
        ? `${conv.integrationId} ${message.externalMessageId}`
        : null,
  write: async (asks) => {
    const isIn = asks.every(({ write }) => !write.message.isAgent);
    const { rows } = await pool().query<Stored>({
      ...(isIn ? { name: "write-in", text: WRITE_IN } : { name: "write", text: WRITE_AND_READ }),
      values: [
        asks[0]?.workspaceId,
        JSON.stringify(mended(asks.map(({ listed }, index) => ({ no: index + 1, ...listed })))),
      ],
    });
    if (rows.length > 0) signal(isIn ? ["events"] : ["events", "sends", "replies"], pool());
    const byNo = new Map(rows.map(({ no, hadDraft, ...message }) => [no, { message, hadDraft }]));
    return asks.map((_, index) => byNo.get(index + 1) ?? null);
  },
  sideBySide: 2,
  most: 64,
});

/**
 * Writes a message by itself, if all that it was decided on still is as it was.
 * @returns null when it is not, the channel has brought the message before, or the key was used: then nothing is written.
 */
export async function writeGuarded(workspaceId: number, write: GuardedWrite): Promise<Written | null> {
  const { from, agentId, ...asked } = write.guard;
  const { key } = write;
  const listed = {
    ...{ ...listedOf(write), ...asked, ...from, draftOf: agentId },
    ...(key ? { ...key, requestHash: Buffer.from(key.requestHash).toString("hex") } : {}),
  };
  try {
    return await commit({ workspaceId, write, listed });
  } catch (error) {
    if (isDeadlock(error) || isUniqueViolation(error)) return null;
    throw error;
  }
}

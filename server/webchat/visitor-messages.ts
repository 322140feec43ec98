import { Prisma, type Message } from "../generated/prisma/client.ts";
import type { MessageType } from "../generated/prisma/enums.ts";
import { fileOfUrl, signedUrl } from "../uploads/upload-link.ts";
import { type VisitorContact, contactOf, type Visitor } from "./access.ts";
import { inTransaction } from "../db.ts";
import { raiseStatuses } from "../sending/update-message-status.ts";
import { validate as isUuid } from "uuid";
import { badInput } from "../errors.ts";
import { say } from "../say.ts";

/**
 * A message as its visitor receives it. Notes are never included. Of an agent, only the first name and a picture from our
 * uploads are included.
 */
export type VisitorMessage = Pick<Message, "id" | "type" | "caption" | "createdAt" | "editedAt" | "removedAt"> & {
  cursor: string;
  clientMessageId: string | null;
  from: "visitor" | "agent" | "assistant" | "service";
  name: string | null;
  avatarUrl: string | null;
  /** For media, a link that is valid for some hours. For structured types, JSON text. */
  content: string;
  fileName: string | null;
  /**
   * The visitor's own messages: `sent`, or `read` by an agent. Our messages: `delivered`, because the visitor has it here, or
   * `read`.
   */
  status: "sent" | "delivered" | "read";
  replyToId: string | null;
  conversationEnded: boolean;
};

/** A row, including fields that the visitor does not receive. */
export type MessageRow = Pick<
  Message,
  "id" | "convId" | "seq" | "type" | "content" | "caption" | "isAgent" | "status"
> &
  Pick<Message, "externalMessageId" | "createdAt" | "editedAt" | "removedAt" | "replyToMessageId"> & {
    agentName: string | null;
    agentAvatar: string | null;
    aiName: string | null;
    fileName: string | null;
    ended: boolean;
    readToldSeq: number;
  };

/** Links stay the same for an hour, so a browser that reloads finds the file in its cache. */
const LINK_STEP_MS = 60 * 60 * 1_000;
const LINK_STEPS = 12;

/** The order of rows: by conversation, then by message within each. */
const ORDER = Prisma.sql`c."createdAt", c.id, m.seq`;
const ORDER_BACK = Prisma.sql`c."createdAt" desc, c.id desc, m.seq desc`;

/**
 * The condition `after` or `before` a position. It matches only the visitor's own conversations, whatever the position names.
 */
export function placed(sign: "after" | "before", last: { convId: string; seq: number }): Prisma.Sql {
  const conv = Prisma.sql`(select p."createdAt", p.id from "Conversation" p where p."workspaceId" = c."workspaceId"
    and p."clientId" = c."clientId" and p."integrationId" = c."integrationId" and p.id = ${last.convId}::uuid)`;
  const [from, beyond] = sign === "after" ? [Prisma.sql`>=`, Prisma.sql`>`] : [Prisma.sql`<=`, Prisma.sql`<`];
  // Compares conversations first, then seq with the index of each, so a long history is not scanned to find its end.
  return Prisma.sql`((c."createdAt", c.id) ${from} ${conv} and m.seq ${beyond}
    case when c.id = ${last.convId}::uuid then ${last.seq}::int else ${sign === "after" ? -1 : 2_147_483_647}::int end)`;
}

/**
 * Messages of a visitor's contact on this channel that match `which` (aliases: message m, conversation c). Our failed messages
 * are left out: the agent sees the failure and sends the text again as a new message.
 */
export function readMessages(
  { ctx, integration }: Visitor,
  { clientId }: VisitorContact,
  which: Prisma.Sql,
  { limit, isBackwards = false }: { limit: number; isBackwards?: boolean },
): Promise<MessageRow[]> {
  return ctx.db.$queryRaw<MessageRow[]>`
    select m.id, m."convId", m.seq, m.type, m.content, m.caption, m."isAgent", m.status, m."externalMessageId", m."createdAt",
      m."editedAt", m."removedAt", m."replyToMessageId", a.name as "agentName", a.avatar as "agentAvatar", ai.name as "aiName",
      u.name as "fileName", c.ended, c."readToldSeq"
    from "Conversation" c
    join "Message" m on m."workspaceId" = c."workspaceId" and m."convId" = c.id
    left join "Agent" a on a."workspaceId" = m."workspaceId" and a.id = m."agentId"
    left join "Assistant" ai on ai."workspaceId" = m."workspaceId" and ai.id = m."aiId"
    left join "Upload" u on m.type in ('image', 'audio', 'video', 'document') and u."workspaceId" = m."workspaceId"
      and u."fileName" = substring(m.content from '/uploads/[0-9]+/([0-9a-f]{32}[.][a-z0-9]{1,5})$')
    where c."workspaceId" = ${ctx.workspaceId} and c."clientId" = ${clientId}::uuid and c."integrationId" = ${integration.id}::uuid
      and m.type <> 'note' and not (m."isAgent" and m.status = 'failed') and ${which}
    order by ${isBackwards ? ORDER_BACK : ORDER} limit ${limit}`;
}

export function placeAfter({ convId, seq, readToldSeq }: MessageRow, at: Date): VisitorPlace {
  return { last: { convId, seq }, readToldSeq, at };
}

export function visitorMessage({ ctx }: Visitor, row: MessageRow, now: Date): VisitorMessage {
  const isGone = row.removedAt !== null;
  const isRead = row.isAgent ? row.status === "read" || row.status === "played" : row.seq <= row.readToldSeq;
  return {
    id: row.id,
    cursor: encodePlace(placeAfter(row, now)),
    clientMessageId: row.isAgent ? null : row.externalMessageId,
    ...sender(ctx.workspaceId, row, now),
    type: row.type,
    // Only for files: an address inside a text must not open anything that its writer could not open.
    content: isGone ? "" : isFile(row.type) ? fetchable(ctx.workspaceId, row.content, now) : row.content,
    caption: isGone ? null : row.caption,
    fileName: isGone ? null : row.fileName,
    createdAt: row.createdAt,
    status: isRead ? "read" : row.isAgent ? "delivered" : "sent",
    editedAt: row.editedAt,
    removedAt: row.removedAt,
    replyToId: row.replyToMessageId,
    conversationEnded: row.ended,
  };
}

function sender(workspaceId: number, row: MessageRow, now: Date): Pick<VisitorMessage, "from" | "name" | "avatarUrl"> {
  if (!row.isAgent) return { from: "visitor", name: null, avatarUrl: null };
  if (row.aiName !== null) return { from: "assistant", name: publicName(row.aiName), avatarUrl: null };
  if (row.agentName === null) return { from: "service", name: null, avatarUrl: null };
  const picture = fileOfUrl(row.agentAvatar ?? "");
  // An external picture would reveal to its host who chats here, and when.
  const avatarUrl = picture?.workspaceId === workspaceId ? fetchable(workspaceId, row.agentAvatar ?? "", now) : null;
  return { from: "agent", name: publicName(row.agentName), avatarUrl };
}

function isFile(type: MessageType): boolean {
  return type === "image" || type === "audio" || type === "video" || type === "document";
}

/** An agent's name may be their email address, which visitors must not see. */
export function publicName(name: string | null): string | null {
  return name === null || name.includes("@") ? null : name;
}

/** A signed link for an upload of the workspace. Other content stays unchanged. */
function fetchable(workspaceId: number, content: string, now: Date): string {
  const file = fileOfUrl(content);
  if (file?.workspaceId !== workspaceId) return content;
  const until = (Math.floor(now.getTime() / LINK_STEP_MS) + LINK_STEPS) * LINK_STEP_MS;
  return signedUrl("GET", workspaceId, file.fileName, new Date(until));
}

/**
 * Marks our messages as delivered once the visitor's browser has received them, even if no worker has sent them yet. Their
 * external id is our own, as in the adapter.
 */
export async function noteDelivered({ ctx }: Visitor, rows: readonly MessageRow[]): Promise<void> {
  const fresh = rows.filter(({ isAgent, status }) => isAgent && (status === "pending" || status === "sent"));
  if (fresh.length === 0) return;
  const reports = fresh.map(({ id }) => ({
    messageId: id,
    externalMessageId: id,
    status: "delivered" as const,
    at: null,
  }));
  await inTransaction({ ...ctx, now: new Date() }, (tx) => raiseStatuses(tx, reports));
}

/**
 * A position in a visitor's history: after this message. Conversations follow one another, and `seq` is assigned under the
 * conversation's row lock, so no message ever appears before a position that was passed.
 */
export type VisitorPlace = {
  /** null: before everything. */
  last: { convId: string; seq: number } | null;
  /** How far an agent had read the visitor's own messages of that conversation. */
  readToldSeq: number;
  /** The time of the read, by our clock. Changes since then are sent again. */
  at: Date;
};

/** A position as an opaque cursor for the visitor's browser. */
export function encodePlace({ last, readToldSeq, at }: VisitorPlace): string {
  return Buffer.from(`${last?.convId ?? "-"} ${last?.seq ?? 0} ${readToldSeq} ${at.getTime()}`).toString("base64url");
}

/** The position of an `encodePlace` cursor, or null for anything else. */
export function decodePlace(text: string): VisitorPlace | null {
  const match = /^(\S{1,36}) (\d{1,9}) (\d{1,9}) (\d{1,14})$/.exec(Buffer.from(text, "base64url").toString());
  const [, convId = "", seq = "", readToldSeq = "", at = ""] = match ?? [];
  if (!match || (convId !== "-" && !isUuid(convId))) return null;
  return {
    last: convId === "-" ? null : { convId, seq: Number(seq) },
    readToldSeq: Number(readToldSeq),
    at: new Date(Number(at)),
  };
}

/** `before` pages back from a position, `after` forward; neither: the latest messages. */
type VisitorMessagesInput = { before?: string | undefined; after?: string | undefined; limit: number };

type VisitorMessages = {
  /** Oldest first. */
  messages: VisitorMessage[];
  /** Whether there are older messages; with `after`, newer ones. */
  hasMore: boolean;
  /** The position after the last message. Without messages, the requested position or the beginning. */
  cursor: string;
};

/**
 * The messages with a visitor on this channel, in all their conversations. Returned messages count as delivered.
 * @throws AppError BAD_INPUT for an invalid cursor.
 */
export async function listVisitorMessages(visitor: Visitor, input: VisitorMessagesInput): Promise<VisitorMessages> {
  const { before, after, limit } = input;
  const now = new Date();
  if (before !== undefined && after !== undefined) throw badInput("after", say("clients.chat.beforeOrAfter"));
  const given = before ?? after;
  const place = given === undefined ? null : decodePlace(given);
  if (given !== undefined && !place)
    throw badInput(before === undefined ? "after" : "before", say("clients.chat.noCursor"));
  const nothing = {
    messages: [],
    hasMore: false,
    cursor: encodePlace(place ?? { last: null, readToldSeq: 0, at: now }),
  };
  const contact = await contactOf(visitor);
  if (!contact || (before !== undefined && place?.last === null)) return nothing;
  const isBackwards = after === undefined;
  const which = place?.last ? placed(isBackwards ? "before" : "after", place.last) : Prisma.sql`true`;
  const rows = await readMessages(visitor, contact, which, { limit: limit + 1, isBackwards });
  const page = isBackwards ? rows.slice(0, limit).reverse() : rows.slice(0, limit);
  const last = page.at(-1);
  if (!last) return nothing;
  await noteDelivered(visitor, page);
  return {
    messages: page.map((row) => visitorMessage(visitor, row, now)),
    hasMore: rows.length > limit,
    cursor: encodePlace(placeAfter(last, now)),
  };
}

import type { Ctx } from "../ctx.ts";
import { Prisma, type Message } from "../generated/prisma/client.ts";
import type { MessageStatus, MessageType, NoteType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import type { Said } from "../say.ts";
import { AWAKE } from "./mark-ended.ts";

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

/** The time of a message at the end of the conversation `c`: later than any in it. Each look at it is another time. */
export const STAMP_TEXT = `greatest(date_trunc('milliseconds', clock_timestamp()), c."lastMessageAt" + interval '1 millisecond')`;
const STAMP = Prisma.raw(STAMP_TEXT);

function stampOf({ writtenAt }: Pick<NewMessage, "writtenAt">): Prisma.Sql {
  if (!writtenAt) return STAMP;
  return Prisma.sql`greatest(${writtenAt}::timestamptz, c."lastMessageAt" + interval '1 millisecond')`;
}

/**
 * What the row says of the time of a client's message. The reply window counts from when it was sent, where the provider says so: a
 * message that reached us late or out of order opens no longer window, and one "from the future" counts from its receipt.
 */
export function clientStamps(sentAt: Prisma.Sql, stamp: Prisma.Sql = STAMP): Prisma.Sql {
  return Prisma.sql`("lastMessageAt", "lastClientMessageAt") = (
      select stamp.at, greatest(c."lastClientMessageAt", least(${sentAt}, stamp.at)) from (select ${stamp} as at offset 0) stamp)`;
}

/** What the row of a conversation, `c`, keeps of the message that is put at its end. */
export function changesOfConv(
  message: Pick<NewMessage, "type" | "noteType" | "isAgent" | "clientAddress" | "providerAt" | "writtenAt">,
  id: Prisma.Sql,
): Prisma.Sql {
  const changes = [Prisma.sql`"lastSeq" = c."lastSeq" + 1`];
  // The service's own notes are no sign of life: they move neither the list nor convTTL.
  const times = message.isAgent
    ? Prisma.sql`"lastMessageAt" = ${stampOf(message)}`
    : clientStamps(Prisma.sql`${message.providerAt ?? null}::timestamptz`, stampOf(message));
  if (!isSystemNote(message)) changes.push(times, Prisma.sql`"lastMessageId" = ${id}`);
  if (!message.isAgent) changes.push(AWAKE);
  if (message.clientAddress) changes.push(Prisma.sql`"clientAddress" = ${message.clientAddress}`);
  if (message.type !== "note") changes.push(Prisma.sql`"needsResponse" = ${!message.isAgent} and not c.ended`);
  return Prisma.join(changes);
}

/** The client has written: whoever had put the conversation aside for themselves has it no longer so. */
function ofNobodyPutAside(ctx: Ctx, convId: string): Prisma.Sql {
  return Prisma.sql`, awake as (
      delete from "ConvSnooze" s where s."workspaceId" = ${ctx.workspaceId} and s."convId" = ${convId}::uuid
    )`;
}

function isSystemNote({ noteType }: Pick<NewMessage, "noteType">): boolean {
  return noteType === "system";
}

/**
 * Puts a message at the end of its conversation and keeps what the conversation's row says of its last message, in one
 * statement. `seq` and `createdAt` are given under the row's lock and only ever grow, so order of creation is order of seq.
 * @returns null when the channel has brought this externalMessageId before. The caller must then roll back: the conversation's
 * row has already counted it.
 */
export async function appendMessage(
  ctx: Ctx,
  conv: { id: string; clientId: string; integrationId: string },
  message: NewMessage,
): Promise<Message | null> {
  const id = newId();
  const rows = await ctx.db.$queryRaw<Message[]>`
    with conv as (
      update "Conversation" c set ${changesOfConv(message, Prisma.sql`${id}::uuid`)}
      where c."workspaceId" = ${ctx.workspaceId} and c.id = ${conv.id}::uuid
      returning c."lastSeq" as seq, ${isSystemNote(message) ? stampOf(message) : Prisma.sql`c."lastMessageAt"`} as stamp
    )${message.isAgent ? Prisma.empty : ofNobodyPutAside(ctx, conv.id)}
    insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, "contentSaid", type, "noteType", "isAgent",
      "agentId", "aiId", "createdBy", status, "externalMessageId", address, "replyToMessageId", "replyContext", template,
      "broadcastId", "resendOfId", caption, "sentElsewhere", "sourceType", "sourceUrl", raw, "providerAt", "createdAt")
    select ${ctx.workspaceId}::int, ${id}::uuid, ${conv.id}::uuid, ${conv.clientId}::uuid, ${conv.integrationId}::uuid, conv.seq,
      ${message.content}, ${json(message.contentSaid)}::jsonb, ${message.type}::"MessageType", ${message.noteType ?? null}::"NoteType", ${message.isAgent}::boolean,
      ${message.agentId ?? null}::uuid, ${message.aiId ?? null}::uuid, ${message.createdBy}, ${message.status}::"MessageStatus",
      ${message.externalMessageId ?? null}, ${message.address ?? null}, ${message.replyToMessageId ?? null}::uuid, ${json(message.replyContext)}::jsonb,
      ${json(message.template)}::jsonb, ${message.broadcastId ?? null}::uuid, ${message.resendOfId ?? null}::uuid,
      ${message.caption ?? null}, ${message.sentElsewhere ?? false}::boolean,
      ${message.sourceType ?? null}, ${message.sourceUrl ?? null}, ${json(message.raw)}::jsonb, ${message.providerAt ?? null}::timestamptz,
      conv.stamp
    from conv
    on conflict ("workspaceId", "integrationId", "isAgent", "externalMessageId") do nothing
    returning *`;
  return rows[0] ?? null;
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

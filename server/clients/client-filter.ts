import { visibleConvSql } from "../auth/conv-scope.ts";
import { may } from "../auth/permissions.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { LINE_MAX, containing } from "../text-rules.ts";
import { isContactDetail } from "./mask-client.ts";

/** The value of a field, or for text fields a part of it. */
type FieldFilter = Partial<
  Record<"email" | "name" | "surname" | "code" | "city" | "country" | "phone" | "externalClientId", string | null>
>;

/**
 * What became of the last broadcast that the contact was a recipient of. `none`: they never were; `unread`: it is on its way or was sent;
 * `replied`: they wrote after it, in the same conversation.
 */
export const LAST_BROADCASTS = ["none", "failed", "unread", "read", "replied"] as const;
export type LastBroadcast = (typeof LAST_BROADCASTS)[number];

export type ClientFilter = FieldFilter & {
  /** Words that must all match: each is part of the name, surname, phone or email, or equals the externalClientId. */
  search?: string | null;
  /** Only these contacts, archived or not. */
  ids?: string[] | null;
  conversationId?: string | null;
  /** Contacts that have all of these tags. */
  tags?: string[] | null;
  /** Contacts that have at least one of these tags. */
  anyTags?: string[] | null;
  /** Contacts that have none of these tags. */
  noneTags?: string[] | null;
  stageId?: string | null;
  /** true: contacts without a stage. */
  noStage?: boolean | null;
  defaultAgentId?: string | null;
  /** Contacts with a conversation on this channel that the actor may see. */
  integrationId?: string | null;
  createdFrom?: Date | null;
  /** Exclusive. */
  createdBefore?: Date | null;
  /** Created in the last days. */
  createdWithinDays?: number | null;
  /** Wrote in the last days, in a conversation that the actor may see. */
  wroteWithinDays?: number | null;
  /** Wrote nothing in the last days. Contacts who never wrote are included. */
  silentForDays?: number | null;
  lastBroadcast?: LastBroadcast | null;
  /** true: only archived contacts. Otherwise only contacts that are not archived. */
  isDeleted?: boolean | null;
  /** true: only contacts who opted out, archived or not; false: only those who did not. */
  isOptedOut?: boolean | null;
};

/** The size of one API page. */
const IDS_MAX = 200;
const DAY_MS = 86_400_000;
const DAYS_MAX = 3_650;

/** Whether a filter uses fields that some roles see only masked. `search` does not count: it skips these fields for those roles. */
export function asksForMasked({ phone, email, externalClientId }: ClientFilter): boolean {
  return Boolean(phone) || Boolean(email) || (externalClientId != null && isContactDetail(externalClientId));
}

/**
 * The filter as SQL for contacts under the alias `k`, with their workspace. Lists, exports, segments and broadcasts use this one.
 * @param narrows the filter only narrows others. If it says nothing about archived contacts, it does not leave them out.
 * @throws AppError BAD_INPUT
 */
export function clientFilterSql(ctx: Ctx, input: ClientFilter, { narrows = false } = {}): Prisma.Sql {
  const { ids, stageId, defaultAgentId, createdFrom, createdBefore, isOptedOut, isDeleted } = input;
  if (ids && ids.length > IDS_MAX) throw badInput("ids", say("clients.mostFiltered", { count: IDS_MAX }));
  const showsArchived = (narrows || ids != null || isOptedOut === true) && isDeleted == null;
  const createdWithin = since(ctx, "createdWithinDays", input.createdWithinDays);
  const conditions = [
    Prisma.sql`k."workspaceId" = ${ctx.workspaceId}`,
    Prisma.sql`not k."isPlayground"`,
    showsArchived ? null : isDeleted ? Prisma.sql`k."deletedAt" is not null` : Prisma.sql`k."deletedAt" is null`,
    isOptedOut == null ? null : optedOutSql(isOptedOut),
    ids ? Prisma.sql`k.id = any(${ids}::uuid[])` : null,
    ...PARTS.map((field) => (input[field] ? likeSql(field, input[field]) : null)),
    input.phone ? likeSql("phone", withoutSpacing(input.phone)) : null,
    input.country ? countrySql(input.country) : null,
    input.code == null ? null : Prisma.sql`k.code = ${input.code}`,
    input.externalClientId == null ? null : Prisma.sql`k."externalClientId" = ${input.externalClientId}`,
    stageId == null ? null : Prisma.sql`k."stageId" = ${stageId}::uuid`,
    input.noStage ? Prisma.sql`k."stageId" is null` : null,
    defaultAgentId == null ? null : Prisma.sql`k."defaultAgentId" = ${defaultAgentId}::uuid`,
    createdFrom ? Prisma.sql`k."createdAt" >= ${createdFrom}::timestamptz` : null,
    createdBefore ? Prisma.sql`k."createdAt" < ${createdBefore}::timestamptz` : null,
    createdWithin ? Prisma.sql`k."createdAt" >= ${createdWithin}::timestamptz` : null,
    input.tags?.length ? Prisma.sql`k.tags @> ${input.tags}::text[]` : null,
    input.anyTags?.length ? Prisma.sql`k.tags && ${input.anyTags}::text[]` : null,
    input.noneTags?.length ? Prisma.sql`not k.tags && ${input.noneTags}::text[]` : null,
    ...conversationsSql(ctx, input),
    input.lastBroadcast ? lastBroadcastSql(ctx, input.lastBroadcast) : null,
    ...wordsOf(input.search ?? "").map((word) => wordSql(ctx, word)),
  ];
  return Prisma.join(
    conditions.filter((condition) => condition !== null),
    " and ",
  );
}

/** The text fields of which a part is enough. A phone number is one too, after its separators are removed. */
const PARTS = ["name", "surname", "email", "city"] as const;

function likeSql(field: (typeof PARTS)[number] | "phone", part: string): Prisma.Sql {
  return Prisma.sql`k.${Prisma.raw(`"${field}"`)} ilike ${`%${containing(part).contains}%`}`;
}

/** The rule of `optedOutSince`. */
function optedOutSql(isOptedOut: boolean): Prisma.Sql {
  return isOptedOut
    ? Prisma.sql`(k."optedOutAt" is not null or k."archivedBy" = ${SYSTEM}) and k."mergedIntoId" is null`
    : Prisma.sql`k."optedOutAt" is null and k."archivedBy" is distinct from ${SYSTEM}`;
}

/** Two letters are a country code and must match exactly. A longer text may match a part of the stored value. */
function countrySql(country: string): Prisma.Sql {
  if (!/^[a-z]{2}$/i.test(country)) return Prisma.sql`k.country ilike ${`%${containing(country).contains}%`}`;
  return Prisma.sql`k.country in (${country.toUpperCase()}, ${country.toLowerCase()})`;
}

/** Conditions on the contact's conversations that the actor may see. The alias `c` is a conversation. */
function conversationsSql(ctx: Ctx, input: ClientFilter): Prisma.Sql[] {
  const has = (which: Prisma.Sql) =>
    Prisma.sql`exists (select from "Conversation" c where c."clientId" = k.id and ${visibleConvSql(ctx)} and ${which})`;
  const wroteSince = (at: Date) => has(Prisma.sql`c."lastClientMessageAt" >= ${at}::timestamptz`);
  const wrote = since(ctx, "wroteWithinDays", input.wroteWithinDays);
  const silent = since(ctx, "silentForDays", input.silentForDays);
  return [
    ...(input.conversationId == null ? [] : [has(Prisma.sql`c.id = ${input.conversationId}::uuid`)]),
    ...(input.integrationId == null ? [] : [has(Prisma.sql`c."integrationId" = ${input.integrationId}::uuid`)]),
    ...(wrote ? [wroteSince(wrote)] : []),
    ...(silent ? [Prisma.sql`not ${wroteSince(silent)}`] : []),
  ];
}

/** The start of a span of days that ends now. null: no such condition. */
function since({ now }: Ctx, field: string, days: number | null | undefined): Date | null {
  if (days == null) return null;
  if (!Number.isInteger(days) || days < 1 || days > DAYS_MAX)
    throw badInput(field, say("service.fromTo", { field, least: 1, most: DAYS_MAX }));
  return new Date(now.getTime() - days * DAY_MS);
}

/**
 * Contacts by what became of the last broadcast to them, each in exactly one class. A reply counts more than a read receipt, and only where
 * the actor may see the conversation. A failed message that was sent again with success counts as sent.
 */
function lastBroadcastSql(ctx: Ctx, what: LastBroadcast): Prisma.Sql {
  // Recipients of a launch that is being prepared do not count.
  const received = Prisma.sql`
    from "BroadcastRecipient" r
    join "Broadcast" b on b."workspaceId" = r."workspaceId" and b.id = r."broadcastId" and b.state not in ('draft', 'scheduled')
    where r."workspaceId" = ${ctx.workspaceId}`;
  if (what === "none") return Prisma.sql`not exists (select ${received} and r."clientId" = k.id)`;
  return Prisma.sql`k.id in (
    select last."clientId" from (
      select distinct on (r."clientId") r."clientId", r."messageId", r.error ${received}
      order by r."clientId", coalesce(b."startedAt", b."completedAt", b."createdAt") desc, b.id desc
    ) last
    -- The limits make the database look each message up, instead of reading all messages of the workspace.
    left join lateral (
      select * from "Message" m where m."workspaceId" = ${ctx.workspaceId} and m.id = last."messageId" limit 1
    ) m on true
    left join lateral (
      select true as sent from "Message" s
      where s."workspaceId" = m."workspaceId" and s."resendOfId" = m.id and s.status <> 'failed' limit 1
    ) again on m.status = 'failed'
    where case
      when last.error is not null or m.status = 'failed' and again.sent is null then 'failed'
      when exists (
        select from "Conversation" c
        join "Message" a on a."workspaceId" = c."workspaceId" and a."convId" = c.id and a.seq > m.seq and not a."isAgent" and a.type <> 'note'
        where c.id = m."convId" and ${visibleConvSql(ctx)}
      ) then 'replied'
      when m.status in ('read', 'played') then 'read'
      else 'unread' end = ${what})`;
}

/** A phone number with spaces counts as one word. */
function wordsOf(search: string): string[] {
  const text = search.trim();
  if (text.length > LINE_MAX) throw badInput("search", say("input.tooLong", { field: "search", count: LINE_MAX }));
  if (text === "") return [];
  return isNumberLike(text) ? [text] : text.split(/\s+/);
}

function isNumberLike(text: string): boolean {
  return /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/.test(text);
}

/**
 * The fields in which a word is searched. For viewers who see contacts masked, phone and email are left out: each match would reveal a
 * part of them.
 */
function wordSql(ctx: Ctx, word: string): Prisma.Sql {
  const names = [likeSql("name", word), likeSql("surname", word)];
  const isItsId = Prisma.sql`k."externalClientId" = ${word}`;
  const fields = may(ctx, "MANAGE_CLIENTS")
    ? [
        ...names,
        likeSql("email", word),
        isItsId,
        ...(isNumberLike(word) ? [likeSql("phone", withoutSpacing(word))] : []),
      ]
    : isContactDetail(word)
      ? names
      : [...names, isItsId];
  return Prisma.sql`(${Prisma.join(fields, " or ")})`;
}

/** Removes the separators that people type between digits: stored numbers are in E.164 and have none. */
function withoutSpacing(phone: string): string {
  const digits = phone.replace(/[\s().\-/]/g, "");
  return digits === "" ? phone : digits;
}

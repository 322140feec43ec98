import { may } from "../auth/permissions.ts";
import { isContactDetail } from "../clients/mask-client.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { containing, readTime } from "../text-rules.ts";
import { checkConvFilter, readLength, type ConvCondition, type ConvFilter } from "./conv-filter.ts";
import { failedConvsSql, hasDraftSql, isMentionedSql, isUnreadSql, snoozedSql } from "../conversations/conv-marks.ts";
import { happeningSql } from "../conversations/conv-happening.ts";
import { slaSql } from "../conversations/sla.ts";
import { openWindowSql, WINDOW_CLOSES_AT, WINDOW_HOURS } from "../conversations/conv-window.ts";

/**
 * The filter as SQL for conversations under the alias `c` that the actor may see. Each condition uses an index, or is cheap on the rows
 * that the others leave.
 * @throws AppError BAD_INPUT
 */
export function convFilterSql(ctx: Ctx, filter: ConvFilter): Prisma.Sql {
  const groups = checkConvFilter(filter).any.filter(({ all }) => all.length > 0);
  if (groups.length === 0) return Prisma.sql`true`;
  const oneOf = groups.map(({ all }) => {
    const conditions = all.map((condition) => conditionSql(ctx, condition));
    return Prisma.sql`(${Prisma.join(conditions, " and ")})`;
  });
  return Prisma.sql`(${Prisma.join(oneOf, " or ")})`;
}

function conditionSql(ctx: Ctx, condition: ConvCondition): Prisma.Sql {
  const found = foundSql(ctx, condition);
  return condition.op === "isNot" ? Prisma.sql`(${found}) is not true` : Prisma.sql`(${found})`;
}

function foundSql(ctx: Ctx, condition: ConvCondition): Prisma.Sql {
  const { field, values } = condition;
  switch (field) {
    case "state":
      return anyOf(values, (value) => stateSql(ctx, value));
    case "owner":
      return idSql(
        Prisma.sql`c."assigneeId"`,
        values
          .map((value) => (value === "me" ? actorAgentId(ctx.actor) : value))
          // The actor may not see another agent's conversations. Without this, the database would scan all conversations to find none.
          .filter((value) => value === "none" || may(ctx, "MANAGE_CONVS") || value === actorAgentId(ctx.actor)),
      );
    case "ai":
      return anyOf(values, aiSql);
    case "tag":
      return tagSql(values);
    case "stage":
      return idSql(Prisma.sql`c."stageId"`, values);
    case "channel":
      return idSql(Prisma.sql`c."integrationId"`, values);
    case "client":
      return idSql(Prisma.sql`c."clientId"`, values);
    case "broadcast":
      return idSql(Prisma.sql`c."broadcastId"`, values);
    case "orderNo":
      return textSql(Prisma.sql`c."orderNo"`, values);
    case "country":
      return Prisma.sql`exists (select 1 from "Client" k where k."workspaceId" = c."workspaceId" and k.id = c."clientId"
        and (${textSql(
          Prisma.sql`lower(k.country)`,
          values.map((value) => value.toLowerCase()),
        )}))`;
    case "source":
      return anyOf(values, (value) => sourceSql(ctx, value));
    case "unread":
      return anyOf(values, (value) => (value === "yes" ? isUnreadSql(ctx) : Prisma.sql`not ${isUnreadSql(ctx)}`));
    case "window":
      return windowSql(ctx, condition);
    case "sla":
      return anyOf(values, (value) => slaSql(ctx, value));
    case "has":
      return anyOf(values, (value) => hasSql(ctx, value));
    case "created":
      return sinceSql(ctx, Prisma.sql`c."createdAt"`, condition);
    case "lastMessage":
      return sinceSql(ctx, Prisma.sql`c."lastMessageAt"`, condition);
    case "endedAt":
      return Prisma.sql`c.ended and ${timeSql(ctx, Prisma.sql`c."endedAt"`, condition)}`;
    case "rating":
      return ratingSql(values.map(Number));
    case "rated":
      return timeSql(ctx, Prisma.sql`c."ratedAt"`, condition);
    case "wrote":
    case "given":
    case "answered":
    case "turn":
      return anyOf(values, (value) => happeningSql(ctx, field, value));
    case "text":
      return anyOf(values, (value) => clientSearchSql(ctx, value));
  }
}

/** The source is on the contact's first message. A few other messages may come before it. */
const SOURCE_WITHIN = 10;

/** Message_source_idx finds the few messages that have a source. The first one of a conversation counts. */
function sourceSql(ctx: Ctx, value: string): Prisma.Sql {
  if (value === "none")
    return Prisma.sql`not exists (select 1 from "Message" m where m."workspaceId" = c."workspaceId" and m."convId" = c.id
      and m.seq <= ${SOURCE_WITHIN} and m."sourceType" is not null)`;
  const named = value === "any" ? Prisma.sql`m."sourceType" is not null` : Prisma.sql`m."sourceType" = ${value}`;
  return Prisma.sql`c.id in (select m."convId" from "Message" m
    where m."workspaceId" = ${ctx.workspaceId} and ${named} and m.seq <= ${SOURCE_WITHIN} and not exists (
      select 1 from "Message" earlier where earlier."workspaceId" = m."workspaceId" and earlier."convId" = m."convId"
        and earlier.seq < m.seq and earlier."sourceType" is not null))`;
}

/**
 * Matches part of the contact's name, phone or external id, in any case. Roles that see contact details masked match by name, by a
 * complete external id that is no contact detail, or by a text without digits in an external id without "@". Otherwise each match
 * would reveal a digit or letter of a masked detail.
 */
export function clientSearchSql(ctx: Ctx, text: string): Prisma.Sql {
  const words = text.trim();
  const part = `%${containing(words).contains}%`;
  const found = Prisma.sql`c."clientSearch" like ${part.toLowerCase()}`;
  if (may(ctx, "MANAGE_CLIENTS")) return found;
  const byId = isContactDetail(words) ? Prisma.empty : Prisma.sql`or k."externalClientId" = ${words}`;
  const byPartOfId = /\d/.test(words)
    ? Prisma.empty
    : Prisma.sql`or (k."externalClientId" ilike ${part} and position('@' in k."externalClientId") = 0)`;
  // "offset 0" looks up the contact of each found conversation, instead of joining all contacts.
  return Prisma.sql`(${found} and exists (select 1 from "Client" k where k."workspaceId" = c."workspaceId" and k.id = c."clientId"
    and (concat_ws(' ', k.name, k.surname) ilike ${part} ${byId} ${byPartOfId}) offset 0))`;
}

function stateSql(ctx: Ctx, state: string): Prisma.Sql {
  if (state === "ended") return Prisma.sql`c.ended`;
  if (state === "snoozed") return Prisma.sql`not c.ended and ${snoozedSql(ctx)}`;
  if (state === "dormant") return Prisma.sql`c.dormant`;
  return state === "waiting"
    ? Prisma.sql`not c.ended and c."needsResponse"`
    : Prisma.sql`not c.ended and not c.dormant`;
}

function aiSql(value: string): Prisma.Sql {
  if (value === "no") return Prisma.sql`c."aiId" is null`;
  return value === "yes" ? Prisma.sql`c."aiId" is not null` : Prisma.sql`c."aiId" = ${value}::uuid`;
}

function hasSql(ctx: Ctx, what: string): Prisma.Sql {
  if (what === "draft") return hasDraftSql(ctx);
  return what === "mention" ? isMentionedSql(ctx) : failedConvsSql(ctx);
}

function tagSql(values: readonly string[]): Prisma.Sql {
  const tags = values.filter((value) => value !== "none");
  const parts = tags.length > 0 ? [Prisma.sql`c.tags && ${tags}::text[]`] : [];
  if (tags.length < values.length) parts.push(Prisma.sql`c.tags = '{}'`);
  return Prisma.join(parts, " or ");
}

function windowSql(ctx: Ctx, { op, values }: ConvCondition): Prisma.Sql {
  const length = values[0] === undefined ? null : readLength(values[0]);
  if (length === null) {
    // A channel without a window is never closed. One with a window is closed until the contact writes.
    const closed = Prisma.sql`(${WINDOW_HOURS} is not null and (${WINDOW_CLOSES_AT} > ${ctx.now}::timestamptz) is not true)`;
    return anyOf(values, (value) => (value === "closed" ? closed : Prisma.sql`not ${closed}`));
  }
  const limit = new Date(ctx.now.getTime() + length);
  const compared = op === "within" ? Prisma.sql`<= ${limit}::timestamptz` : Prisma.sql`> ${limit}::timestamptz`;
  return Prisma.sql`${openWindowSql(ctx)} and ${WINDOW_CLOSES_AT} ${compared}`;
}

function timeSql(ctx: Ctx, column: Prisma.Sql, { op, values }: ConvCondition): Prisma.Sql {
  const [value = ""] = values;
  const at =
    op === "before" || op === "after" ? readTime(value) : new Date(ctx.now.getTime() - (readLength(value) ?? 0));
  const isLater = op === "after" || op === "within";
  return isLater ? Prisma.sql`${column} >= ${at}::timestamptz` : Prisma.sql`${column} < ${at}::timestamptz`;
}

/** None of these times is after a conversation's last activity. So a list that is read newest first can stop there. */
function sinceSql(ctx: Ctx, column: Prisma.Sql, condition: ConvCondition): Prisma.Sql {
  const found = timeSql(ctx, column, condition);
  if (condition.op === "before" || condition.op === "beyond") return found;
  return Prisma.sql`${found} and ${timeSql(ctx, Prisma.sql`c."activityAt"`, condition)}`;
}

/** The given ids, "none" and "any". A single id is compared with "=", so that an index returns its rows in the list's order. */
function idSql(column: Prisma.Sql, values: readonly (string | null)[]): Prisma.Sql {
  const ids = values.filter((value) => value !== null && value !== "none" && value !== "any");
  const named =
    ids.length === 1 ? Prisma.sql`${column} = ${ids[0]}::uuid` : Prisma.sql`${column} = any(${ids}::uuid[])`;
  return Prisma.join([named, ...emptiness(column, values)], " or ");
}

/** A single rating is compared with "=", so that an index returns its rows in the list's order. */
function ratingSql(ratings: readonly number[]): Prisma.Sql {
  return ratings.length === 1
    ? Prisma.sql`c.rating = ${ratings[0]}::int`
    : Prisma.sql`c.rating = any(${ratings}::int[])`;
}

function textSql(column: Prisma.Sql, values: readonly string[]): Prisma.Sql {
  const texts = values.filter((value) => value !== "none" && value !== "any");
  return Prisma.join([Prisma.sql`${column} = any(${texts}::text[])`, ...emptiness(column, values)], " or ");
}

function emptiness(column: Prisma.Sql, values: readonly (string | null)[]): Prisma.Sql[] {
  return [
    ...(values.includes("none") ? [Prisma.sql`${column} is null`] : []),
    ...(values.includes("any") ? [Prisma.sql`${column} is not null`] : []),
  ];
}

function anyOf(values: readonly string[], sqlOf: (value: string) => Prisma.Sql): Prisma.Sql {
  return Prisma.join(
    values.map((value) => Prisma.sql`(${sqlOf(value)})`),
    " or ",
  );
}

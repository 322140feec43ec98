import { actorAgentId, type Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";

/** Days for which a failed send is listed as work to do. */
const FAILED_DAYS = 14;
const DAY_MS = 86_400_000;
/** Limit of listed mentions, newest first. */
const MENTIONS_MAX = 500;

const NEVER = Prisma.sql`false`;

/** Conditions that depend on the viewer, for a conversation under the alias `c`. Workspace keys match none of them. */

/** Snoozed for the whole team, or by the viewer for themselves. */
export function snoozedSql(ctx: Ctx): Prisma.Sql {
  const agentId = actorAgentId(ctx.actor);
  if (!agentId) return Prisma.sql`(c."snoozedAt" is not null)`;
  return Prisma.sql`(c."snoozedAt" is not null or ${oneOf(Prisma.sql`select s."convId" from "ConvSnooze" s
    where s."workspaceId" = ${ctx.workspaceId} and s."agentId" = ${agentId}::uuid`)})`;
}

/**
 * The contact has written since the viewer last read the conversation. For a viewer who has never read it: the contact waits for an
 * answer.
 */
export function isUnreadSql(ctx: Ctx): Prisma.Sql {
  const agentId = actorAgentId(ctx.actor);
  if (!agentId) return NEVER;
  return Prisma.sql`coalesce((select r."lastReadSeq" < c."lastSeq" and exists (select 1 from "Message" m
      where m."workspaceId" = c."workspaceId" and m."convId" = c.id and m.seq > r."lastReadSeq" and not m."isAgent")
    from "ConvRead" r where r."workspaceId" = c."workspaceId" and r."convId" = c.id and r."agentId" = ${agentId}::uuid),
    c."needsResponse")`;
}

export function hasDraftSql(ctx: Ctx): Prisma.Sql {
  const agentId = actorAgentId(ctx.actor);
  if (!agentId) return NEVER;
  return oneOf(Prisma.sql`select d."convId" from "Draft" d
    where d."workspaceId" = ${ctx.workspaceId} and d."agentId" = ${agentId}::uuid and (d.text <> '' or d.attachments <> '[]' or d.template is not null)`);
}

/** A note mentions the viewer. */
export function isMentionedSql(ctx: Ctx): Prisma.Sql {
  const agentId = actorAgentId(ctx.actor);
  if (!agentId) return NEVER;
  return oneOf(Prisma.sql`select n."convId" from "NoteMention" n
    where n."workspaceId" = ${ctx.workspaceId} and n."agentId" = ${agentId}::uuid
    order by n."createdAt" desc limit ${MENTIONS_MAX}`);
}

/** A recent send failed and was not repeated. */
export function failedConvsSql(ctx: Ctx): Prisma.Sql {
  return oneOf(Prisma.sql`select m."convId" from "Message" m
    where m."workspaceId" = ${ctx.workspaceId} and m.status = 'failed' and m."isAgent" and m."createdAt" > ${failedSince(ctx)}::timestamptz
      and not exists (select 1 from "Message" again
        where again."workspaceId" = m."workspaceId" and again."resendOfId" = m.id)`);
}

/** Failed sends from before this time are no longer listed. */
export function failedSince({ now }: Pick<Ctx, "now">): Date {
  return new Date(now.getTime() - FAILED_DAYS * DAY_MS);
}

/** The ids are few. As an array they are looked up by index; a join would read every conversation of the workspace. */
function oneOf(convIds: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`c.id = any(array(${convIds}))`;
}

import { actorAgentId, type Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { readRows } from "../read-rows.ts";
import { snoozedSql } from "../conversations/conv-marks.ts";

/** The viewer's own state of a conversation, shown in its list row. */
type RowMarks = {
  /** The contact's messages that the viewer has not seen, up to UNREAD_MAX. */
  unreadCount: number;
  /** Snoozed for the team, or by the viewer for themselves. */
  isSnoozed: boolean;
  /** When the snooze ends; null if it has no end time. */
  snoozedUntil: Date | null;
  /** The beginning of the viewer's draft; null if there is none. */
  draftText: string | null;
};

/** More are shown as "99+". */
const UNREAD_MAX = 100;
const DRAFT_LENGTH = 200;
const NONE: RowMarks = { unreadCount: 0, isSnoozed: false, snoozedUntil: null, draftText: null };

const marksOf = gathered<string, RowMarks>((ctx, ids) => readMarks(ctx, [...new Set(ids)], ids));

/** The marks of a row. One statement serves a whole list. Access to the row has been checked. */
export function rowMarks(ctx: Ctx, { id }: Pick<Conversation, "id">): Promise<RowMarks> {
  return marksOf(ctx, id);
}

async function readMarks(ctx: Ctx, wanted: string[], ids: readonly string[]): Promise<RowMarks[]> {
  const agentId = actorAgentId(ctx.actor);
  // For a viewer who never opened the conversation, messages after our last answer are unread while a response is needed.
  const rows = await readRows<RowMarks & { id: string }>(
    ctx,
    Prisma.sql`
    select c.id, ${snoozedSql(ctx)} as "isSnoozed", coalesce(c."snoozedUntil", own.until) as "snoozedUntil",
      (select count(*)::int from (
        select 1 from "Message" m where m."workspaceId" = c."workspaceId" and m."convId" = c.id and not m."isAgent"
          and m.seq > coalesce(r."lastReadSeq", case when c."needsResponse" then coalesce((
            select a.seq from "Message" a where a."workspaceId" = c."workspaceId" and a."convId" = c.id
              and a."isAgent" and a.type <> 'note' order by a.seq desc limit 1), 0) else c."lastSeq" end)
        limit ${UNREAD_MAX}) unread) as "unreadCount",
      (select left(coalesce(nullif(d.text, ''), d.template->>'name'), ${DRAFT_LENGTH}) from "Draft" d where d."workspaceId" = c."workspaceId" and d."convId" = c.id
        and d."agentId" = ${agentId}::uuid and (d.text <> '' or d.template is not null)
        order by d."patchedAt" desc limit 1) as "draftText"
    from "Conversation" c
    left join "ConvRead" r on r."workspaceId" = c."workspaceId" and r."convId" = c.id and r."agentId" = ${agentId}::uuid
    left join "ConvSnooze" own on own."workspaceId" = c."workspaceId" and own."convId" = c.id and own."agentId" = ${agentId}::uuid
    where c."workspaceId" = ${ctx.workspaceId} and c.id = any(${wanted}::uuid[])`,
  );
  const found = new Map(rows.map(({ id, ...marks }) => [id, agentId ? marks : { ...marks, unreadCount: 0 }]));
  return ids.map((id) => found.get(id) ?? NONE);
}

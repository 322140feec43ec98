import { clientForActor } from "../clients/access.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { visibleConvSql } from "../auth/conv-scope.ts";

export const TIMELINE_KINDS = ["conversation", "broadcast", "merge", "created"] as const;

/** One entry of a contact's timeline. `id` is the id of the conversation, broadcast, merge or contact. */
export type TimelineEntry = {
  id: string;
  kind: (typeof TIMELINE_KINDS)[number];
  at: Date;
  /** The name of the channel or broadcast, or the names of the merged contacts. */
  title: string | null;
  /** For a conversation: whether it has ended; for a merge: whether it was undone. */
  isOver: boolean;
  /** The conversation to open. */
  convId: string | null;
};

/**
 * A contact's timeline, newest first: conversations that the actor may see, broadcasts they received, merges, and the creation of the
 * contact.
 * @throws AppError NOT_FOUND, BAD_INPUT
 */
export const listClientTimeline = verb(
  { may: "USE_CONVS" },
  async (ctx, input: PageInput & { clientId: string }): Promise<Page<TimelineEntry>> => {
    const { size, take, cursor } = readPage(input);
    const { id: clientId } = await clientForActor(ctx, input.clientId);
    const entries = entriesSql(ctx, clientId);
    const after = cursor ? Prisma.sql`where (at, id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : Prisma.empty;
    const rows = await ctx.db.$queryRaw<TimelineEntry[]>`
    select * from (${entries}) entries ${after} order by at desc, id desc limit ${take}`;
    return toPage(
      rows,
      size,
      ({ at, id }) => ({ at, id }),
      async () => {
        const [row] = await ctx.db.$queryRaw<
          { count: number }[]
        >`select count(*)::int as count from (${entries}) entries`;
        return row?.count ?? 0;
      },
    );
  },
);

function entriesSql(ctx: Ctx, clientId: string): Prisma.Sql {
  const { workspaceId } = ctx;
  const conversations = Prisma.sql`
    select c.id, 'conversation' as kind, c."createdAt" as at, i.name as title, c.ended as "isOver", c.id as "convId"
    from "Conversation" c join "Integration" i on i."workspaceId" = c."workspaceId" and i.id = c."integrationId"
    where ${visibleConvSql(ctx)} and c."clientId" = ${clientId}::uuid
    union all`;
  return Prisma.sql`
    ${ctx.plan === "GATEWAY" ? Prisma.empty : conversations}
    select b.id, 'broadcast' as kind, b."startedAt" as at, b.name as title, false as "isOver", null::uuid as "convId"
    from "BroadcastRecipient" r join "Broadcast" b on b."workspaceId" = r."workspaceId" and b.id = r."broadcastId"
    where r."workspaceId" = ${workspaceId} and r."clientId" = ${clientId}::uuid and b."startedAt" is not null
    union all
    select m.id, 'merge', m."createdAt", (
      select string_agg(coalesce(nullif(trim(concat_ws(' ', s.name, s.surname)), ''), '–'), ', ' order by s.id)
      from "Client" s where s."workspaceId" = m."workspaceId" and s.id = any(m."mergedIds")), m."undoneAt" is not null, null
    from "ClientMerge" m where m."workspaceId" = ${workspaceId} and m."clientId" = ${clientId}::uuid
    union all
    select k.id, 'created', k."createdAt", null, false, null
    from "Client" k where k."workspaceId" = ${workspaceId} and k.id = ${clientId}::uuid`;
}

import { visibleConvSql } from "../auth/conv-scope.ts";
import type { Ad } from "../channels/ad.ts";
import type { Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";

/** What led a contact to write for the first time: sourceType (ad, link, …), the address, and the advertisement. */
export type ClientSource = { sourceType: string | null; sourceUrl: string | null; ad: Ad | null };

/**
 * The source of the contact's first message in the oldest conversation that the actor may see and in which they have written. null:
 * nothing says so. One query for all contacts shown.
 */
export const clientSource = gathered(readSources);

async function readSources(ctx: Ctx, ids: readonly string[]): Promise<(ClientSource | null)[]> {
  const rows = await ctx.db.$queryRaw<(ClientSource & { clientId: string })[]>`
    select asked.id as "clientId", first.* from unnest(${[...ids]}::uuid[]) as asked(id) cross join lateral (
      select c.id from "Conversation" c
      where c."clientId" = asked.id and c."lastClientMessageAt" is not null and ${visibleConvSql(ctx)}
      order by c."createdAt", c.id limit 1) conv cross join lateral (
      select m."sourceType", m."sourceUrl", m.ad from "Message" m
      where m."workspaceId" = ${ctx.workspaceId} and m."convId" = conv.id and not m."isAgent"
      order by m.seq limit 1) first
    where first."sourceType" is not null or first."sourceUrl" is not null`;
  const byClient = new Map(rows.map(({ clientId, ...source }) => [clientId, source]));
  return ids.map((id) => byClient.get(id) ?? null);
}

import type { Ctx } from "../ctx.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import type { Cursor } from "../page.ts";
import type { ConvRow } from "./list-conv-rows.ts";

/** Nothing is due as late as this: behind it stand those that are not urgent. */
const BEHIND_MS = Date.UTC(5000, 0);

/** Which conversations (alias `c`) press, and the time that they are ordered by; it is null for none of them. */
export type Urgency = { isUrgent: Prisma.Sql; at: Prisma.Sql };

/**
 * A page with what presses in front, the earliest first, and behind it the rest, newest activity first. Two readings, each in the order
 * of an index, under one key: behind `BEHIND_MS` times run backwards, which turns newest first into smallest first.
 */
export async function urgentFirst(
  ctx: Ctx,
  where: Prisma.Sql,
  urgency: Urgency,
  cursor: Cursor | null,
  take: number,
): Promise<ConvRow[]> {
  const isBehind = cursor !== null && cursor.at.getTime() > BEHIND_MS;
  const urgent = isBehind ? [] : await urgentRows(ctx, where, urgency, cursor, take);
  if (urgent.length === take) return urgent;
  return [...urgent, ...(await otherRows(ctx, where, urgency, isBehind ? cursor : null, take - urgent.length))];
}

async function urgentRows(
  ctx: Ctx,
  where: Prisma.Sql,
  { isUrgent, at }: Urgency,
  cursor: Cursor | null,
  take: number,
): Promise<ConvRow[]> {
  const after = cursor ? Prisma.sql`and (${at}, c.id) > (${cursor.at}::timestamptz, ${cursor.id}::uuid)` : Prisma.empty;
  return ctx.db.$queryRaw<ConvRow[]>`
    select c.*, ${at} as "orderedAt" from "Conversation" c where ${where} and ${isUrgent} ${after} order by ${at}, c.id limit ${take}`;
}

async function otherRows(
  ctx: Ctx,
  where: Prisma.Sql,
  { isUrgent }: Urgency,
  cursor: Cursor | null,
  take: number,
): Promise<ConvRow[]> {
  const after = cursor
    ? Prisma.sql`and (c."activityAt", c.id) < (${mirrored(cursor.at)}::timestamptz, ${cursor.id}::uuid)`
    : Prisma.empty;
  const rows = await ctx.db.$queryRaw<Conversation[]>`
    select c.* from "Conversation" c
    where ${where} and (${isUrgent}) is not true ${after} order by c."activityAt" desc, c.id desc limit ${take}`;
  return rows.map((row) => ({ ...row, orderedAt: mirrored(row.activityAt) }));
}

/** Its own inverse. */
function mirrored(at: Date): Date {
  return new Date(2 * BEHIND_MS - at.getTime());
}

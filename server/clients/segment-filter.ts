import { may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import { Prisma, type Segment } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { clientFilterSql, type ClientFilter } from "./client-filter.ts";
import { isContactDetail } from "./mask-client.ts";

/** The filter of a segment. It names no single contacts. */
export type SegmentFilter = Omit<ClientFilter, "ids" | "conversationId">;

/** The most characters of a stored filter. */
const FILTER_MAX = 8_000;

/**
 * A filter as it is stored: only the conditions that are set.
 * @throws AppError BAD_INPUT, NOT_FOUND (stage, agent, channel)
 */
export async function storedFilter(ctx: Ctx, filter: SegmentFilter): Promise<Prisma.InputJsonObject> {
  const isSet = (name: string, value: unknown) =>
    // That nobody is archived or opted out is a condition.
    value === false
      ? name === "isDeleted" || name === "isOptedOut"
      : value != null && value !== "" && !isEmptyList(value);
  const set = Object.entries(filter).filter(([name, value]) => isSet(name, value));
  if (set.length === 0) throw badInput("filter", say("clients.noCondition"));
  // Checks every value.
  clientFilterSql(ctx, filter);
  await mustExist(ctx, filter);
  const text = JSON.stringify(Object.fromEntries(set));
  if (text.length > FILTER_MAX) throw badInput("filter", say("input.tooLong", { field: "filter", count: FILTER_MAX }));
  return JSON.parse(text) as Prisma.InputJsonObject;
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** What the filter names. If it is deleted later, nobody is in the segment. */
async function mustExist(ctx: Ctx, { stageId, defaultAgentId, integrationId }: SegmentFilter): Promise<void> {
  const here = { workspaceId: ctx.workspaceId, deletedAt: null };
  if (stageId) await stageOr404(ctx, "clientStage", { id: stageId });
  if (defaultAgentId && (await ctx.db.agent.count({ where: { ...here, id: defaultAgentId } })) === 0)
    throw notFound("agent");
  const channel = { ...here, id: integrationId ?? "", isPlayground: false };
  if (integrationId && (await ctx.db.integration.count({ where: channel })) === 0) throw notFound("channel");
}

/** The filter of a stored segment. */
export function filterOf({ filter }: Pick<Segment, "filter">): SegmentFilter {
  const stored = filter as Omit<SegmentFilter, "createdFrom" | "createdBefore"> &
    Partial<Record<"createdFrom" | "createdBefore", string>>;
  const { createdFrom, createdBefore, ...others } = stored;
  return {
    ...others,
    ...(createdFrom ? { createdFrom: new Date(createdFrom) } : {}),
    ...(createdBefore ? { createdBefore: new Date(createdBefore) } : {}),
  };
}

/**
 * The conditions as the caller may read them: without phone numbers, email addresses and what contains one, where they see those masked.
 */
export function shownFilter(ctx: Ctx, { filter }: Pick<Segment, "filter">): Record<string, unknown> {
  const whole = filter as Record<string, unknown>;
  if (may(ctx, "MANAGE_CLIENTS")) return whole;
  const isHidden = ([name, value]: [string, unknown]) =>
    name === "phone" ||
    name === "email" ||
    ((name === "externalClientId" || name === "search") && String(value).split(/\s+/).some(isContactDetail));
  return Object.fromEntries(Object.entries(whole).filter((entry) => !isHidden(entry)));
}

/**
 * The filters of segments, in the order of the ids.
 * @throws AppError NOT_FOUND, also for a deleted one
 */
export async function segmentFilters({ db, workspaceId }: Ctx, ids: readonly string[]): Promise<SegmentFilter[]> {
  if (ids.length === 0) return [];
  const rows = await db.segment.findMany({ where: { workspaceId, id: { in: [...ids] }, deletedAt: null } });
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    if (!row) throw notFound("segment");
    return filterOf(row);
  });
}

/**
 * Whether a contact (alias `c`) is in a segment that a broadcast names, as SQL. A segment that was deleted meanwhile keeps its meaning. Of one
 * whose row is gone, because a person in its conditions was erased, nobody knows who is in it.
 * @returns null: its row is gone.
 */
export async function inSegmentSql(ctx: Ctx, id: string): Promise<Prisma.Sql | null> {
  const row = await ctx.db.segment.findFirst({ where: { workspaceId: ctx.workspaceId, id }, select: { filter: true } });
  return (
    row && Prisma.sql`exists (select from "Client" k where k.id = c.id and ${clientFilterSql(ctx, filterOf(row))})`
  );
}

/** Deletes the segments that name one of these addresses, in their name or in a condition. */
export async function forgetSegments({ db, workspaceId }: Ctx, addresses: readonly string[]): Promise<void> {
  await db.$executeRaw`
    delete from "Segment" s where s."workspaceId" = ${workspaceId} and exists (
      select from unnest(${[...addresses]}::text[]) w where position(lower(w) in lower(concat_ws(' ', s.name, s.filter->>'search',
        s.filter->>'phone', s.filter->>'email', s.filter->>'externalClientId'))) > 0)`;
}

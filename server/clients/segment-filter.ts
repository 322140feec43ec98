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
    // false: only contacts who are not archived, or did not opt out.
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

/** What the filter names. If it is deleted later, the segment is empty. */
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

/** @throws AppError NOT_FOUND, also for a deleted one */
export async function segmentOr404({ db, workspaceId }: Ctx, id: string): Promise<SegmentFilter> {
  const row = await db.segment.findFirst({ where: { workspaceId, id, deletedAt: null } });
  if (!row) throw notFound("segment");
  return filterOf(row);
}

/**
 * Whether a contact (alias `c`) is in each of the segments that a broadcast names, as SQL. A segment that was deleted meanwhile keeps its
 * meaning. null: its row is gone, because a person in its conditions was erased.
 */
export async function inSegmentsSql(ctx: Ctx, ids: readonly string[]): Promise<(Prisma.Sql | null)[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.segment.findMany({ where: { workspaceId: ctx.workspaceId, id: { in: [...ids] } } });
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    return row
      ? Prisma.sql`exists (select from "Client" k where k.id = c.id and ${clientFilterSql(ctx, filterOf(row))})`
      : null;
  });
}

/** Deletes the segments that name one of these addresses, in their name or in a condition. */
export async function forgetSegments({ db, workspaceId }: Ctx, addresses: readonly string[]): Promise<void> {
  await db.$executeRaw`
    delete from "Segment" s where s."workspaceId" = ${workspaceId} and exists (
      select from unnest(${[...addresses]}::text[]) w where position(lower(w) in lower(concat_ws(' ', s.name, s.filter->>'search',
        s.filter->>'phone', s.filter->>'email', s.filter->>'externalClientId'))) > 0)`;
}

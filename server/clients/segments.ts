import { audit } from "../auth/audit.ts";
import { may } from "../auth/permissions.ts";
import { actorId, type Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, notFound } from "../errors.ts";
import { emit } from "../events/emit.ts";
import { gathered } from "../gathered.ts";
import type { Segment } from "../generated/prisma/client.ts";
import { keptCount } from "../kept-count.ts";
import { say } from "../say.ts";
import { notEmptied, requiredLine } from "../text-rules.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import { verb } from "../verb.ts";
import { asksForMasked, clientFilterSql } from "./client-filter.ts";
import { countClients } from "./list-clients.ts";
import { filterOf, storedFilter, type SegmentFilter } from "./segment-filter.ts";

const NAME_MAX = 60;
const SEGMENTS_MAX = 200;

/** The workspace's segments, by name. */
export const listSegments = verb({ may: "USE_CONVS" }, ({ db, workspaceId }): Promise<Segment[]> =>
  db.segment.findMany({ where: { workspaceId, deletedAt: null }, orderBy: [{ name: "asc" }, { id: "asc" }] }),
);

/**
 * How many contacts the caller finds in a segment now. null: its conditions are on fields that the caller sees masked. The counts of one
 * request are taken one after the other, so that many segments do not hold many connections.
 */
export const countSegment = gathered<Pick<Segment, "filter">, number | null>(async (ctx, segments) => {
  const counts: (number | null)[] = [];
  for (const filter of segments.map(filterOf)) {
    const isMasked = !may(ctx, "MANAGE_CLIENTS") && asksForMasked(filter);
    const count = () => countClients(ctx, clientFilterSql(ctx, filter));
    counts.push(isMasked ? null : await keptCount(ctx, "clients", filter, count));
  }
  return counts;
});

/**
 * Saves a filter of contacts under a name, for the whole team. Who belongs to it is decided each time it is used.
 * @throws AppError BAD_INPUT, NOT_FOUND (stage, agent, channel), CONFLICT (the name is taken, too many)
 */
export const createSegment = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: { name: string; filter: SegmentFilter }): Promise<Segment> => {
    const name = requiredLine("name", input.name, NAME_MAX);
    const filter = await storedFilter(ctx, input.filter);
    return inTransaction(ctx, async (tx) => {
      const count = await tx.db.segment.count({ where: { workspaceId: tx.workspaceId, deletedAt: null } });
      if (count >= SEGMENTS_MAX) throw new AppError("CONFLICT", say("clients.mostSegments", { count: SEGMENTS_MAX }));
      const segment = await refusingTaken(name, () =>
        tx.db.segment.create({ data: { workspaceId: tx.workspaceId, name, filter, createdBy: actorId(tx.actor) } }),
      );
      await audit(tx, "createSegment", segment.id, { after: toldOf(segment) });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return segment;
    });
  },
);

type SegmentPatchInput = {
  id: string;
  name?: string | null;
  filter?: SegmentFilter | null;
  /** false restores a deleted segment. */
  isDeleted?: boolean | null;
};

/**
 * Changes a segment, deletes it, or restores it. What is left out stays; a given filter replaces the whole filter. Broadcasts that have
 * been launched keep their recipients.
 * @throws AppError NOT_FOUND, BAD_INPUT, CONFLICT (the name is taken; to be deleted while a broadcast is to be sent to it)
 */
export const patchSegment = verb(
  { may: "MANAGE_CLIENTS", audit: "recorded" },
  async (ctx, input: SegmentPatchInput): Promise<Segment> => {
    const { workspaceId } = ctx;
    const name = notEmptied("name", input.name);
    const filter = notEmptied("filter", input.filter);
    const isDeleted = notEmptied("isDeleted", input.isDeleted);
    const changes = {
      ...(name === undefined ? {} : { name: requiredLine("name", name, NAME_MAX) }),
      ...(filter === undefined ? {} : { filter: await storedFilter(ctx, filter) }),
    };
    return inTransaction(ctx, async (tx) => {
      // A broadcast that is being made holds the row too (read-plan.ts).
      const [before] = await tx.db.$queryRaw<Segment[]>`
        select * from "Segment" where "workspaceId" = ${workspaceId} and id = ${input.id}::uuid for update`;
      if (!before) throw notFound("segment");
      if (isDeleted) await refuseUsed(tx, before.id);
      const deletedAt = isDeleted ? (before.deletedAt ?? tx.now) : null;
      const segment = await refusingTaken(changes.name ?? before.name, () =>
        tx.db.segment.update({
          where: { workspaceId_id: { workspaceId, id: before.id } },
          data: { ...changes, ...(isDeleted === undefined ? {} : { deletedAt }) },
        }),
      );
      await audit(tx, "patchSegment", segment.id, { before: toldOf(before), after: toldOf(segment) });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      return segment;
    });
  },
);

/** Names are unique whatever their case. The index decides, also between calls at the same moment. */
async function refusingTaken(name: string, write: () => Promise<Segment>): Promise<Segment> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError("CONFLICT", say("clients.segmentTaken", { name })) : error;
  }
}

async function refuseUsed(tx: Ctx, id: string): Promise<void> {
  const broadcast = await tx.db.broadcast.findFirst({
    where: {
      workspaceId: tx.workspaceId,
      state: { in: ["draft", "scheduled"] },
      OR: [{ segmentId: id }, { excludeSegmentIds: { has: id } }],
    },
    select: { name: true },
  });
  if (broadcast) throw new AppError("CONFLICT", say("clients.segmentUsed", { name: broadcast.name }));
}

/** For the audit log. */
function toldOf({ name, filter, deletedAt }: Segment) {
  return { name, filter: JSON.stringify(filter), ...(deletedAt ? { deletedAt: deletedAt.toISOString() } : {}) };
}

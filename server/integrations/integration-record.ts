import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { ingressUrl } from "./ingress-url.ts";
import { quietSince } from "./quiet-since.ts";
import { routingOf } from "./routing.ts";
import type { Routing } from "./routing.ts";

/** A channel as it is answered: all but its credentials. */
export type IntegrationRecord = Omit<Integration, "credentials" | "deletedAt" | "inboundDays"> & {
  ingressUrl: string | null;
  quietSince: Date | null;
  /** Messages of ours that have not got an answer of the provider yet. Worked out as `routingProblems` is. */
  waitingSends: () => Promise<number>;
  /** Worked out only when it is asked, for all channels of a list at once. */
  routingProblems: () => Promise<string[]>;
};

/** Channels of a list, without their credentials. */
export function integrationRecords(ctx: Ctx, rows: Integration[]): IntegrationRecord[] {
  let assignees: Promise<Set<string>> | null = null;
  let waiting: Promise<Map<string, number>> | null = null;
  return rows.map(({ credentials: _credentials, deletedAt: _deleted, inboundDays, ...row }) => ({
    ...row,
    ingressUrl: ingressUrl(row),
    quietSince: quietSince({ ...row, inboundDays }, ctx.now),
    waitingSends: async () => {
      waiting ??= countWaitingSends(
        ctx,
        rows.map(({ id }) => id),
      );
      return (await waiting).get(row.id) ?? 0;
    },
    routingProblems: async () => {
      assignees ??= liveAssignees(
        ctx,
        rows.flatMap((each) => namedAssignees(routingOf(each)).map(({ id }) => id)),
      );
      return problemsOf(routingOf(row), await assignees);
    },
  }));
}

/** The same for one channel. */
export function integrationRecord(ctx: Ctx, row: Integration): IntegrationRecord {
  const [record] = integrationRecords(ctx, [row]);
  if (!record) throw new Error("one channel in, one out");
  return record;
}

/** By channel; those for which nothing waits are not in it. */
async function countWaitingSends(ctx: Ctx, ids: string[]): Promise<Map<string, number>> {
  const counted = await ctx.db.sendQueue.groupBy({
    by: ["integrationId"],
    where: { workspaceId: ctx.workspaceId, integrationId: { in: ids } },
    _count: true,
  });
  return new Map(counted.map(({ integrationId, _count }) => [integrationId, _count]));
}

/** The agents and assistants of these ids that are there to be assigned to. */
export async function liveAssignees(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const where = { workspaceId: ctx.workspaceId, id: { in: ids }, deletedAt: null };
  const [agents, assistants] = await Promise.all([
    ctx.db.agent.findMany({ where, select: { id: true } }),
    ctx.db.assistant.findMany({ where, select: { id: true } }),
  ]);
  return new Set([...agents, ...assistants].map(({ id }) => id));
}

/** Every agent or assistant that routing settings name, and where. */
export function namedAssignees(routing: Routing): { path: string; id: string; place: string }[] {
  return [
    ...(routing.assigneeId ? [{ path: "assigneeId", id: routing.assigneeId, place: "The default assignee" }] : []),
    ...(routing.byCountryCodeConfig ?? []).map((rule, index) => ({
      path: `byCountryCodeConfig.${index}.assigneeId`,
      id: rule.assigneeId,
      place: `The rule for ${rule.code}`,
    })),
    ...(routing.handover?.toAgentId
      ? [{ path: "handover.toAgentId", id: routing.handover.toAgentId, place: "The handover" }]
      : []),
  ];
}

function problemsOf(routing: Routing, live: Set<string>): string[] {
  const gone = namedAssignees(routing)
    .filter(({ id }) => !live.has(id))
    .map(({ place }) => `${place} names an agent or assistant that is no longer there; it counts as no rule`);
  const nobody = (routing.start === "AGENT" || routing.start === "AI") && !routing.assigneeId;
  return nobody ? [...gone, `Conversations start with ${routing.start}, but no default assignee is set`] : gone;
}

import type { Ctx } from "../ctx.ts";
import { gathered } from "../gathered.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { routingOf, type Routing } from "./routing.ts";

const problemsIn = gathered(readProblems);

/** Why a channel's routing settings do not work as configured. The channels of a list are checked together. */
export function routingProblems(ctx: Ctx, channel: Pick<Integration, "properties">): Promise<string[]> {
  return problemsIn(ctx, routingOf(channel));
}

async function readProblems(ctx: Ctx, all: readonly Routing[]): Promise<string[][]> {
  const live = await liveAssignees(
    ctx,
    all.flatMap((routing) => namedAssignees(routing).map(({ id }) => id)),
  );
  return all.map((routing) => problemsOf(routing, live));
}

/** Those of the given ids that belong to existing agents and assistants. */
export async function liveAssignees(ctx: Ctx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const where = { workspaceId: ctx.workspaceId, id: { in: ids }, deletedAt: null };
  const [agents, assistants] = await Promise.all([
    ctx.db.agent.findMany({ where, select: { id: true } }),
    ctx.db.assistant.findMany({ where, select: { id: true } }),
  ]);
  return new Set([...agents, ...assistants].map(({ id }) => id));
}

/** Every agent or assistant named in routing settings, with its place. */
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

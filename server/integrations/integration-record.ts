import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { ingressUrl } from "./ingress-url.ts";
import { routingOf } from "./routing.ts";
import type { Routing } from "./routing.ts";

/** A channel as it is answered: all but its credentials. */
export type IntegrationRecord = Omit<Integration, "credentials" | "deletedAt"> & {
  ingressUrl: string | null;
  /** Worked out only when it is asked, for all channels of a list at once. */
  routingProblems: () => Promise<string[]>;
};

/** Channels of a list, without their credentials. */
export function integrationRecords(ctx: Ctx, rows: Integration[]): IntegrationRecord[] {
  let assignees: Promise<Set<string>> | null = null;
  return rows.map(({ credentials: _credentials, deletedAt: _deleted, ...row }) => ({
    ...row,
    ingressUrl: ingressUrl(row),
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

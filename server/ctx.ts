import type { Prisma } from "./generated/prisma/client.ts";
import type { Plan, Role } from "./generated/prisma/enums.ts";
import type { Topic } from "./events/signal.ts";

/** The Prisma client or one of its transactions. Verbs run their queries on it. */
export type Db = Prisma.TransactionClient;

/** Who acts. `agentId` of a user is null until they have an agent in the workspace. */
export type Actor =
  | { kind: "user"; userId: string; agentId: string | null; role: Role; sessionId: string }
  | ({ kind: "workspaceKey" } & KeyActor)
  | ({ kind: "agentKey"; agentId: string } & KeyActor)
  | { kind: "system"; job: string };

type KeyActor = {
  keyId: string;
  label: string;
  /**
   * Absent: it may do all that keys of its kind may, for ever and from everywhere. Empty `permissions`: it may do all, but not for ever
   * or not from everywhere.
   */
  limits?: { permissions: readonly string[] };
};

/** The request's data that the audit record stores, in addition to the actor. */
export type Asked = {
  address: string;
  /** Called when a request is refused. Returns the operation's API name and the id of its target. */
  what: () => { operation: string; targetId: string | null };
};

/** The first argument of every verb: the workspace, the actor, the database connection and the time. */
export type Ctx = {
  /** The client, or the open transaction (`inTransaction`). */
  db: Db;
  workspaceId: number;
  actor: Actor;
  /** The workspace's plan. null for jobs, which have no plan limits. */
  plan: Plan | null;
  now: Date;
  /** Topics to wake after the open transaction commits. null outside a transaction. */
  wakes: Set<Topic> | null;
  /** Absent for work without a request: jobs and commands. */
  asked?: Asked;
};

/** The value in `endedBy` and `archivedBy` for changes by the service itself. */
export const SYSTEM = "SYSTEM";

/** A user's id, a key's id or SYSTEM: the value stored in `endedBy`, `archivedBy` and `createdBy`. */
export function actorId(actor: Actor): string {
  switch (actor.kind) {
    case "user":
      return actor.userId;
    case "workspaceKey":
    case "agentKey":
      return actor.keyId;
    case "system":
      return SYSTEM;
  }
}

/** The agent that the actor works as. null for workspace keys and jobs. */
export function actorAgentId(actor: Actor): string | null {
  return actor.kind === "user" || actor.kind === "agentKey" ? actor.agentId : null;
}

/** Whether a team member asks, in their own session: no key, no assistant, no job. */
export function isPerson({ actor }: Pick<Ctx, "actor">): boolean {
  return actor.kind === "user";
}

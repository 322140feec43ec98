import type { Prisma } from "./generated/prisma/client.ts";
import type { Plan, Role } from "./generated/prisma/enums.ts";
import type { Topic } from "./events/signal.ts";

/** The client or a transaction of it: what verbs query. */
export type Db = Prisma.TransactionClient;

/** Who acts. `agentId` of a user is null until they have an agent in the workspace. */
export type Actor =
  | { kind: "user"; userId: string; agentId: string | null; role: Role; sessionId: string }
  | { kind: "workspaceKey"; keyId: string; label: string }
  | { kind: "agentKey"; keyId: string; label: string; agentId: string }
  | { kind: "system"; job: string };

/** What the record tells of the request behind a change, besides who made it. */
export type Asked = {
  address: string;
  /** Read where something is refused: the operation, as the API names it, and the id that it was about. */
  what: () => { operation: string; targetId: string | null };
};

/** What every verb is given first: whose rows, on whose behalf, through which connection, at what time. */
export type Ctx = {
  /** The client, or the transaction that is open (`inTransaction`). */
  db: Db;
  workspaceId: number;
  actor: Actor;
  /** The workspace's plan, for a caller; null for jobs, whom plans do not bind. */
  plan: Plan | null;
  now: Date;
  /** Topics to wake when the open transaction has committed; null outside one. */
  wakes: Set<Topic> | null;
  /** Left out where nobody asked: jobs, commands. */
  asked?: Asked;
};

/** The literal that stands for the service itself in `endedBy` and `archivedBy`. */
export const SYSTEM = "SYSTEM";

/** A user's id, a key's id or SYSTEM: what `endedBy`, `archivedBy` and `createdBy` keep. */
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

/** The agent on whose behalf the actor works; null for workspace keys and jobs. */
export function actorAgentId(actor: Actor): string | null {
  return actor.kind === "user" || actor.kind === "agentKey" ? actor.agentId : null;
}

import { SYSTEM, type Db } from "../ctx.ts";
import { database } from "../db.ts";
import type { ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import type { AuditFacts } from "./audit.ts";
import { auditRefusal } from "./audit-refusal.ts";

type Deed = {
  action: string;
  /** Source address of the request; null: unknown. */
  address: string | null;
  targetId?: string | null;
  before?: AuditFacts;
  after?: AuditFacts;
  /** An operator did this for the user on the command line. */
  isByOperator?: boolean;
};

/**
 * Records what a user did with their own account, such as a sign-in or a new password. It writes an entry in each of their workspaces,
 * because the account gives access to all of them.
 */
export async function auditPerson(db: Db, userId: string, deed: Deed): Promise<void> {
  const { action, address, before, after, targetId = null, isByOperator = false } = deed;
  const seats = await seatsOf(db, userId);
  await db.auditEntry.createMany({
    data: seats.map(({ workspaceId }) => ({
      action,
      address,
      workspaceId,
      actorKind: isByOperator ? "system" : "user",
      actorId: isByOperator ? SYSTEM : userId,
      targetId,
      ...(before ? { before } : {}),
      ...(after ? { after } : {}),
    })),
  });
}

/** Records a refusal without delaying the response, so the response time does not reveal whether the account exists. */
export function auditPersonRefusal(userId: string, { action, address }: Deed, code: ErrorCode): void {
  seatsOf(database(), userId)
    .then((seats) => {
      for (const { workspaceId } of seats)
        auditRefusal({ workspaceId, actorKind: "user", actorId: userId, action, code, address });
    })
    .catch((error: unknown) => log.warn({ error, userId, action }, "a refusal could not be recorded"));
}

function seatsOf(db: Db, userId: string): Promise<{ workspaceId: number }[]> {
  return db.membership.findMany({
    where: { userId, workspace: { deletedAt: null } },
    select: { workspaceId: true },
  });
}

import { SYSTEM } from "../ctx.ts";
import { database, type Db } from "../db.ts";
import type { ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import type { AuditFacts } from "./audit.ts";
import { auditRefusal } from "./audit-refusal.ts";

type Deed = {
  action: string;
  /** Where it came from; null: unknown. */
  address: string | null;
  targetId?: string | null;
  before?: AuditFacts;
  after?: AuditFacts;
  /** It was done for them at the command line. */
  isByOperator?: boolean;
};

/**
 * Writes down what a person did with their own account – a sign-in, another password – in every workspace that they have a seat in:
 * it is the way in to each.
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

/** The same for what was refused, beside the request: nobody can tell by the time of an answer that there is such an account. */
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

import { endSessionsWhere } from "../auth/end-sessions.ts";
import type { Ctx } from "../ctx.ts";
import type { SsoDomain } from "../generated/prisma/client.ts";

/**
 * Ends the sessions that members with an email of the domain opened another way. The owner's stay. Sessions of people who have no seat
 * here end after 12 hours at most.
 */
export async function endOtherSessions(tx: Ctx, { id, domain }: SsoDomain): Promise<void> {
  const members = await tx.db.membership.findMany({
    where: { workspaceId: tx.workspaceId, role: { not: "OWNER" }, user: { email: { endsWith: `@${domain}` } } },
    select: { userId: true },
  });
  await endSessionsWhere(tx.db, {
    userId: { in: members.map(({ userId }) => userId) },
    OR: [{ ssoDomainId: null }, { ssoDomainId: { not: id } }],
  });
}

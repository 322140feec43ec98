import { auditPerson } from "../auth/audit-person.ts";
import { notFound } from "../errors.ts";
import type { Session } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { listSessions } from "./list-sessions.ts";
import { personOf } from "./person.ts";

/**
 * Ends one of the caller's sessions, or without `id` all except the calling one. Those browsers get no more notifications.
 * @returns the remaining sessions.
 * @throws AppError NOT_FOUND when the session does not exist, belongs to another user, or has ended.
 */
export const revokeSessions = verb(
  { may: "USE_CONVS", audit: "recorded" },
  async (ctx, input: { id?: string | null }): Promise<Session[]> => {
    const { userId, sessionId } = personOf(ctx);
    const { count } = await ctx.db.session.updateMany({
      where: { userId, revokedAt: null, expiresAt: { gt: ctx.now }, id: input.id ?? { not: sessionId } },
      data: { revokedAt: ctx.now },
    });
    // Includes expired sessions, whose browsers still got notifications.
    await ctx.db.pushSubscription.deleteMany({ where: { userId, sessionId: input.id ?? { not: sessionId } } });
    if (input.id && count === 0) throw notFound("session");
    await auditPerson(ctx.db, userId, {
      action: "revokeSessions",
      address: ctx.asked?.address ?? null,
      targetId: input.id ?? null,
      after: { ended: count },
    });
    return listSessions(ctx);
  },
);

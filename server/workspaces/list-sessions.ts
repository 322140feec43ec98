import { idleSince } from "../auth/session.ts";
import type { Session } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { personOf } from "./person.ts";

/**
 * The caller's sessions in all workspaces, most recently used first.
 * @throws AppError NOT_FOUND for API keys, which have no user.
 */
export const listSessions = verb({ may: "USE_CONVS" }, async (ctx): Promise<Session[]> => {
  const { userId } = personOf(ctx);
  return ctx.db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: ctx.now }, lastSeenAt: { gt: idleSince(ctx.now) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
  });
});

import { idleSince } from "../auth/session.ts";
import type { Session } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { personOf } from "./person.ts";

/**
 * Where the caller is signed in, in whichever workspace; the latest used first.
 * @throws AppError NOT_FOUND for API keys, which are no person.
 */
export const listSessions = verb({ may: "USE_CONVS" }, async (ctx): Promise<Session[]> => {
  const { userId } = personOf(ctx);
  return ctx.db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: ctx.now }, lastSeenAt: { gt: idleSince(ctx.now) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
  });
});

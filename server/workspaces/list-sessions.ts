import { idleSince } from "../auth/session.ts";
import type { Session } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { personOf } from "./person.ts";

/** A sign-in of the caller's own. */
export type OwnSession = Pick<Session, "id" | "createdAt" | "lastSeenAt" | "expiresAt" | "userAgent"> & {
  /** The one that this call came with. */
  isCurrent: boolean;
};

/**
 * Where the caller is signed in, in whichever workspace; the latest used first.
 * @throws AppError NOT_FOUND for API keys, which are no person.
 */
export const listSessions = verb({ may: "USE_CONVS" }, async (ctx): Promise<OwnSession[]> => {
  const { userId, sessionId } = personOf(ctx);
  const rows = await ctx.db.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: ctx.now }, lastSeenAt: { gt: idleSince(ctx.now) } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, createdAt: true, lastSeenAt: true, expiresAt: true, userAgent: true },
  });
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
});

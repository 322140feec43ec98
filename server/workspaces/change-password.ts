import { auditPerson } from "../auth/audit-person.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { hashPassword } from "../auth/passwords.ts";
import { forbiddenRole } from "../auth/permissions.ts";
import { signIn } from "../auth/sign-in.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { badInput } from "../errors.ts";
import type { Session } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { listSessions } from "./list-sessions.ts";
import { personOf } from "./person.ts";
import { say } from "../say.ts";

/** A user without a password needs a session younger than this, in milliseconds, to prove their identity. */
const FRESH_MS = 15 * 60 * 1000;

/**
 * Changes the caller's password, or sets their first one, and ends all their other sessions.
 * @returns the remaining sessions: only the calling one.
 * @throws AppError BAD_INPUT when the current password is wrong or the new one too short, RATE_LIMITED after too many wrong ones,
 *   FORBIDDEN_ROLE for a first password with an old session, NOT_FOUND for API keys.
 */
export const changePassword = verb(
  { may: "USE_CONVS", audit: "recorded" },
  async (ctx, input: { currentPassword?: string | null; newPassword: string }): Promise<Session[]> => {
    const { userId, sessionId } = personOf(ctx);
    const { email, passwordHash } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    if (passwordHash === null) await needsFreshSession(ctx, sessionId);
    else if (!(await isCurrent(ctx, userId, email, input.currentPassword ?? "")))
      throw badInput("currentPassword", say("refusal.password"));
    const newHash = await hashPassword(input.newPassword, "newPassword");
    await inTransaction(ctx, async (tx) => {
      await tx.db.user.update({ where: { id: userId }, data: { passwordHash: newHash } });
      await endSessions(tx.db, userId, sessionId);
      await auditPerson(tx.db, userId, {
        action: "changePassword",
        address: ctx.asked?.address ?? null,
        after: { changed: ["password"] },
      });
    });
    return listSessions(ctx);
  },
);

/** Whether the password is the caller's. Wrong guesses count against the sign-in limit. */
async function isCurrent(ctx: Ctx, userId: string, email: string, password: string): Promise<boolean> {
  const deed = { action: "changePassword", address: ctx.asked?.address ?? null };
  return (await signIn({ email, password, address: `session of ${userId}`, deed })) !== null;
}

async function needsFreshSession(ctx: Ctx, sessionId: string): Promise<void> {
  const { createdAt } = await ctx.db.session.findUniqueOrThrow({ where: { id: sessionId } });
  if (ctx.now.getTime() - createdAt.getTime() > FRESH_MS) throw forbiddenRole(ctx, say("workspaces.signInAgain"));
}

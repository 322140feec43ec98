import { auditPerson, auditPersonRefusal } from "../auth/audit-person.ts";
import { endSessions } from "../auth/end-sessions.ts";
import { signIn } from "../auth/sign-in.ts";
import { newTwoFactorSecret, renewRecoveryCodesOf, sealTwoFactor, takeCode, twoFactorUri } from "../auth/two-factor.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, notFound } from "../errors.ts";
import type { PrismaClient } from "../generated/prisma/client.ts";
import { verb } from "../verb.ts";
import { personOf } from "./person.ts";
import { say } from "../say.ts";

/** Whether a code is asked after the caller's password. */
export type TwoFactorState = { isOn: boolean; since: Date | null; recoveryCodesLeft: number };

/** @throws AppError NOT_FOUND for API keys, which are no person. */
export const getTwoFactor = verb({ may: "USE_CONVS" }, async (ctx): Promise<TwoFactorState> => {
  const { userId } = personOf(ctx);
  const row = await ctx.db.twoFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodesLeft = await ctx.db.recoveryCode.count({ where: { userId, usedAt: null } });
  return { isOn: row?.confirmedAt != null, since: row?.confirmedAt ?? null, recoveryCodesLeft };
});

/**
 * Begins to set up an authenticator app: nothing is asked of it until `enableTwoFactor`. The answer is the only place where the secret
 * stands in clear.
 * @throws AppError BAD_INPUT (the password is wrong), RATE_LIMITED, CONFLICT (it is on already), NOT_FOUND for API keys.
 */
export const beginTwoFactor = verb(
  { may: "USE_CONVS", audit: "trial" },
  async (ctx, input: { password: string }): Promise<{ secret: string; uri: string }> => {
    const { userId } = personOf(ctx);
    const email = await checkPassword(ctx, userId, input.password, "enableTwoFactor");
    const secret = newTwoFactorSecret();
    const sealed = await sealTwoFactor(userId, secret);
    // Never in place of a secret that was turned on meanwhile.
    const stored = await ctx.db.$executeRaw`
    insert into "TwoFactor" ("userId", secret) values (${userId}::uuid, ${sealed})
    on conflict ("userId") do update set secret = excluded.secret, "lastStep" = 0 where "TwoFactor"."confirmedAt" is null`;
    if (stored === 0) throw new AppError("CONFLICT", say("refusal.twoFactorOn"));
    return { secret, uri: twoFactorUri(secret, email) };
  },
);

/**
 * Turns it on with a first code of the app; every other sign-in of the caller ends.
 * @returns ten recovery codes, once.
 * @throws AppError BAD_INPUT (the code is wrong), RATE_LIMITED, NOT_FOUND for API keys.
 */
export const enableTwoFactor = verb(
  { may: "USE_CONVS", audit: "recorded" },
  async (ctx, input: { code: string }): Promise<string[]> => {
    const { userId, sessionId } = personOf(ctx);
    await checkCode(ctx, userId, input.code, "enableTwoFactor", false);
    return inTransaction(ctx, async (tx) => {
      await tx.db.twoFactor.updateMany({ where: { userId, confirmedAt: null }, data: { confirmedAt: tx.now } });
      await endSessions(tx.db, userId, sessionId);
      await auditPerson(tx.db, userId, { action: "enableTwoFactor", address: addressOf(ctx), ...turned(true) });
      return renewRecoveryCodesOf(tx.db, userId);
    });
  },
);

/**
 * Turns it off.
 * @throws AppError CONFLICT where a workspace of theirs requires it, BAD_INPUT (password or code is wrong), RATE_LIMITED, NOT_FOUND for
 * API keys.
 */
export const disableTwoFactor = verb(
  { may: "USE_CONVS", audit: "recorded" },
  async (ctx, input: { password: string; code: string }): Promise<boolean> => {
    const { userId } = personOf(ctx);
    const requiring = await ctx.db.membership.findFirst({
      where: { userId, workspace: { deletedAt: null, settings: { twoFactorRequiredAt: { not: null } } } },
      select: { workspace: { select: { name: true } } },
    });
    if (requiring) throw new AppError("CONFLICT", say("refusal.twoFactorRequired", { name: requiring.workspace.name }));
    await checkPassword(ctx, userId, input.password, "disableTwoFactor");
    await checkCode(ctx, userId, input.code, "disableTwoFactor");
    await inTransaction(ctx, async (tx) => {
      await tx.db.recoveryCode.deleteMany({ where: { userId } });
      await tx.db.twoFactor.deleteMany({ where: { userId } });
      await auditPerson(tx.db, userId, { action: "disableTwoFactor", address: addressOf(ctx), ...turned(false) });
    });
    return true;
  },
);

/**
 * Turns it off for somebody who has lost both app and recovery codes: for the operator, who knows that it is them. Their sign-ins end,
 * the lost device's included; the password is asked as ever.
 * @throws AppError NOT_FOUND when nobody has this e-mail, CONFLICT when it is off.
 */
export async function dropTwoFactor(db: PrismaClient, input: { email: string }): Promise<{ userId: string }> {
  const user = await db.user.findUnique({ where: { email: input.email.trim().toLowerCase() }, select: { id: true } });
  if (!user) throw notFound("user");
  const userId = user.id;
  await db.$transaction(async (tx) => {
    await tx.recoveryCode.deleteMany({ where: { userId } });
    const { count } = await tx.twoFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } });
    if (count === 0) throw new AppError("CONFLICT", say("workspaces.twoFactorOff"));
    await endSessions(tx, userId);
    const deed = { action: "disableTwoFactor", address: null, targetId: userId, ...turned(false) };
    await auditPerson(tx, userId, { ...deed, isByOperator: true });
  });
  return { userId };
}

/**
 * Ten new recovery codes; the old ones are worth nothing from here on.
 * @throws AppError BAD_INPUT (the code is wrong), RATE_LIMITED, NOT_FOUND for API keys.
 */
export const renewRecoveryCodes = verb(
  { may: "USE_CONVS", audit: "recorded" },
  async (ctx, input: { code: string }): Promise<string[]> => {
    const { userId } = personOf(ctx);
    await checkCode(ctx, userId, input.code, "renewRecoveryCodes");
    return inTransaction(ctx, async (tx) => {
      await auditPerson(tx.db, userId, {
        action: "renewRecoveryCodes",
        address: addressOf(ctx),
        after: { changed: ["recoveryCodes"] },
      });
      return renewRecoveryCodesOf(tx.db, userId);
    });
  },
);

const turned = (isOn: boolean) => ({ before: { isOn: !isOn }, after: { isOn } });

const addressOf = (ctx: Ctx) => ctx.asked?.address ?? null;

/** @returns whose password it is: their e-mail. */
async function checkPassword(ctx: Ctx, userId: string, password: string, action: string): Promise<string> {
  const { email, passwordHash } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  if (passwordHash === null) throw badInput("password", say("refusal.noPasswordYet"));
  const deed = { action, address: addressOf(ctx) };
  if ((await signIn({ email, password, address: `session of ${userId}`, deed })) === null)
    throw badInput("password", say("refusal.password"));
  return email;
}

async function checkCode(ctx: Ctx, userId: string, code: string, action: string, isConfirmed = true): Promise<void> {
  if ((await takeCode(userId, code, isConfirmed)) !== null) return;
  auditPersonRefusal(userId, { action, address: addressOf(ctx) }, "UNAUTHENTICATED");
  throw badInput("code", say("refusal.codeWrong"));
}

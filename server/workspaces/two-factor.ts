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

/** Whether sign-in asks the caller for a code after the password. */
export type TwoFactorState = { isOn: boolean; since: Date | null; recoveryCodesLeft: number };

/** @throws AppError NOT_FOUND for API keys, which have no user. */
export const getTwoFactor = verb({ may: "USE_CONVS" }, async (ctx): Promise<TwoFactorState> => {
  const { userId } = personOf(ctx);
  const row = await ctx.db.twoFactor.findUnique({ where: { userId }, select: { confirmedAt: true } });
  const recoveryCodesLeft = await ctx.db.recoveryCode.count({ where: { userId, usedAt: null } });
  return { isOn: row?.confirmedAt != null, since: row?.confirmedAt ?? null, recoveryCodesLeft };
});

/**
 * Starts the setup of an authenticator app, which has no effect until `enableTwoFactor`. Only this response contains the secret in clear
 * text.
 * @throws AppError BAD_INPUT (the password is wrong), RATE_LIMITED, CONFLICT (it is already on), NOT_FOUND for API keys.
 */
export const beginTwoFactor = verb(
  { may: "USE_CONVS", audit: "trial" },
  async (ctx, input: { password: string }): Promise<{ secret: string; uri: string }> => {
    const { userId } = personOf(ctx);
    const email = await checkPassword(ctx, userId, input.password, "enableTwoFactor");
    const secret = newTwoFactorSecret();
    const sealed = await sealTwoFactor(userId, secret);
    // Must not replace a secret that was confirmed meanwhile.
    const stored = await ctx.db.$executeRaw`
    insert into "TwoFactor" ("userId", secret) values (${userId}::uuid, ${sealed})
    on conflict ("userId") do update set secret = excluded.secret, "lastStep" = 0 where "TwoFactor"."confirmedAt" is null`;
    if (stored === 0) throw new AppError("CONFLICT", say("refusal.twoFactorOn"));
    return { secret, uri: twoFactorUri(secret, email) };
  },
);

/**
 * Turns two-factor sign-in on with a first code of the app. All other sessions of the caller end.
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
 * @throws AppError CONFLICT when one of the user's workspaces requires it, BAD_INPUT (password or code is wrong), RATE_LIMITED, NOT_FOUND
 * for API keys.
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
 * Turns two-factor sign-in off for a user who has lost both app and recovery codes. For the operator, who must verify the user's
 * identity. All sessions end, including those on the lost device. Sign-in still asks for the password.
 * @throws AppError NOT_FOUND when no account has this email, CONFLICT when it is off.
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
 * Replaces the recovery codes with ten new ones.
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

/** @returns the user's email. */
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

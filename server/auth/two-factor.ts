import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import type { Db } from "../ctx.ts";
import { database } from "../db.ts";
import { hashSecret } from "./key-format.ts";
import { minutesOf, sharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** A clock may be this many steps off in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** Wrong codes allowed per hour, for a caller who already has the password. */
const wrongCodes = sharedLimiter("second-factor", { points: 10, duration: 60 * 60 });

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 8;

/** A new secret in base32, the form in which users type it into an app. */
export function newTwoFactorSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** The content of the QR code for an authenticator app. */
export function twoFactorUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

export function sealTwoFactor(userId: string, secret: string): Promise<string> {
  return encryptSecret(secret, placeOf(userId));
}

/** Whether sign-in asks this user for a code after the password. */
export async function hasTwoFactor(userId: string): Promise<boolean> {
  return (await database().twoFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 1;
}

/**
 * Uses up a code of the user's authenticator app, or one of their recovery codes. Each code works once, even for concurrent requests.
 * @param isConfirmed false: the code of an app that is being set up; recovery codes are not accepted then.
 * @returns the kind of code; null when it is wrong or was used before.
 * @throws AppError RATE_LIMITED after ten wrong codes in an hour.
 */
export async function takeCode(userId: string, code: string, isConfirmed = true): Promise<"app" | "recovery" | null> {
  wrongCodes.take(userId, (seconds) => say("service.wrongCodes", { minutes: minutesOf(seconds) }));
  const text = code.replace(/[\s-]/g, "").toUpperCase();
  const taken = /^\d{6}$/.test(text)
    ? await takeAppCode(userId, text, isConfirmed)
    : isConfirmed && (await takeRecoveryCode(userId, text));
  if (!taken) return null;
  wrongCodes.forget(userId);
  return /^\d{6}$/.test(text) ? "app" : "recovery";
}

async function takeAppCode(userId: string, code: string, isConfirmed: boolean): Promise<boolean> {
  const row = await database().twoFactor.findFirst({
    where: { userId, confirmedAt: isConfirmed ? { not: null } : null },
    select: { secret: true },
  });
  if (!row) return false;
  const totp = totpOf((await decryptSecret(row.secret, placeOf(userId))) as string, userId);
  const timestamp = Date.now();
  const delta = totp.validate({ token: code, window: WINDOW, timestamp });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1_000 / STEP_SECONDS) + delta;
  // Someone who watched the user type also has the code, so each 30-second step works only once.
  const { count } = await database().twoFactor.updateMany({
    where: { userId, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

async function takeRecoveryCode(userId: string, code: string): Promise<boolean> {
  const { count } = await database().recoveryCode.updateMany({
    where: { userId, codeHash: hashSecret(code), usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1;
}

/** Replaces the recovery codes with ten new ones. Only this response contains them; the table stores hashes. */
export async function renewRecoveryCodesOf(db: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomBytes(RECOVERY_BYTES).toString("hex").toUpperCase());
  await db.recoveryCode.deleteMany({ where: { userId } });
  await db.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashSecret(code) })) });
  return codes.map((code) => code.replace(/(.{4})(?!$)/g, "$1-"));
}

function totpOf(secret: string, label: string): TOTP {
  const parts = { issuer: "Omnichannel", label, algorithm: "SHA1", digits: DIGITS, period: STEP_SECONDS };
  return new TOTP({ ...parts, secret: Secret.fromBase32(secret) });
}

function placeOf(userId: string): SecretPlace {
  return { workspaceId: 0, table: "TwoFactor", id: userId, field: "secret" };
}

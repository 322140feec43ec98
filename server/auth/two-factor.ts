import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { decryptSecret, encryptSecret, type SecretPlace } from "../crypto.ts";
import { database, type Db } from "../db.ts";
import { hashSecret } from "./key-format.ts";
import { minutesOf, sharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

/** RFC 6238 as every authenticator app does it: SHA-1, six digits, half a minute. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** A clock may be this many steps off in either direction. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** Wrong codes that are borne in an hour, by whoever has the password already. */
const wrongCodes = sharedLimiter("second-factor", { points: 10, duration: 60 * 60 });

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 8;

/** A new secret in base32, as people type it into an app. */
export function newTwoFactorSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

/** What an app reads from a QR code. */
export function twoFactorUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

export function sealTwoFactor(userId: string, secret: string): Promise<string> {
  return encryptSecret(secret, placeOf(userId));
}

/** Whether a code is asked after this person's password. */
export async function hasTwoFactor(userId: string): Promise<boolean> {
  return (await database().twoFactor.count({ where: { userId, confirmedAt: { not: null } } })) === 1;
}

/**
 * Takes a code of the person's authenticator app, or one of their recovery codes. Each is taken once, however many ask at the same time.
 * @param isConfirmed false: of the app that is just being set up; recovery codes are none then.
 * @returns what it was, null when it is wrong or was used before.
 * @throws AppError RATE_LIMITED after ten wrong ones in an hour.
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
  // Whoever looked over a shoulder has the code, too: the half minute is used up by the first who comes with it.
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

/** Ten new recovery codes in place of the old ones. The answer is the only place where they stand; the table keeps hashes. */
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

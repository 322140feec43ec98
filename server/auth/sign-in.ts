import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { database } from "../db.ts";
import { AppError } from "../errors.ts";
import { verifyPassword } from "./passwords.ts";

/**
 * Wrong passwords that are borne in a quarter of an hour: from one address for one account, and for one account from
 * everywhere (addresses are cheap). Kept in memory: with several web processes each bears as many.
 */
const WINDOW_SECONDS = 15 * 60;
const fromAddress = new RateLimiterMemory({ points: 10, duration: WINDOW_SECONDS });
const fromEverywhere = new RateLimiterMemory({ points: 100, duration: WINDOW_SECONDS });

/**
 * Checks e-mail and password. An unknown e-mail costs as much time as a wrong password and gets the same answer.
 * @param address where the attempt comes from, as well as it is known.
 * @returns the user's id, or null when the two do not belong together.
 * @throws AppError RATE_LIMITED after too many wrong passwords, even for the right one.
 */
export async function signIn(input: { email: string; password: string; address: string }): Promise<string | null> {
  const email = input.email.trim().toLowerCase();
  const place = `${email}|${input.address}`;
  // Counted before the look: guesses sent all at once must not all find the counter at nought.
  await count(fromAddress, place);
  await count(fromEverywhere, email);
  const user = await database().user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
  const isRight = await verifyPassword(user?.passwordHash, input.password);
  if (!user || !isRight) return null;
  await fromAddress.delete(place);
  await fromEverywhere.reward(email);
  return user.id;
}

async function count(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const minutes = Math.max(1, Math.ceil(refusal.msBeforeNext / 60_000));
    throw new AppError(
      "RATE_LIMITED",
      `Too many wrong passwords. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`,
      { retryAfterSeconds: Math.ceil(refusal.msBeforeNext / 1000) },
    );
  }
}

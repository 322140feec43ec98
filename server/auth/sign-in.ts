import { database } from "../db.ts";
import { auditPersonRefusal } from "./audit-person.ts";
import { verifyPassword } from "./passwords.ts";
import { networkOf } from "./address.ts";
import { minutesOf, sharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

/**
 * Wrong passwords allowed in a quarter of an hour: per address and account, per account from everywhere (addresses are cheap), and per
 * address for all accounts (one common password can be tried on many).
 */
const WINDOW_SECONDS = 15 * 60;
const fromNetwork = sharedLimiter("sign-in-from", { points: 10, duration: WINDOW_SECONDS });
const fromEverywhere = sharedLimiter("sign-in", { points: 100, duration: WINDOW_SECONDS });
const forAnybody = sharedLimiter("sign-in-at", { points: 100, duration: WINDOW_SECONDS });

const tooMany = (seconds: number) => say("service.wrongPasswords", { minutes: minutesOf(seconds) });

type Attempt = {
  email: string;
  password: string;
  address: string;
  /** Action and source address for the audit log. Default: a sign-in from `address`. */
  deed?: { action: string; address: string | null };
};

/**
 * Checks email and password. An unknown email takes as long as a wrong password and gets the same response.
 * @param input.address the source address of the attempt, as far as known.
 * @returns the user's id, or null when email and password do not match.
 * @throws AppError RATE_LIMITED after too many wrong passwords, even if this one is right.
 */
export async function signIn(input: Attempt): Promise<string | null> {
  const email = input.email.trim().toLowerCase();
  const network = networkOf(input.address);
  const place = `${email}|${network}`;
  const deed = input.deed ?? { action: "signIn", address: input.address };
  try {
    // Counted before the password check, so guesses sent in parallel cannot all find the counter at zero.
    forAnybody.take(network, tooMany);
    fromNetwork.take(place, tooMany);
    fromEverywhere.take(email, tooMany);
  } catch (refusal) {
    const guessed = await database().user.findUnique({ where: { email }, select: { id: true } });
    if (guessed) auditPersonRefusal(guessed.id, deed, "RATE_LIMITED");
    throw refusal;
  }
  const user = await database().user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
  const isRight = await verifyPassword(user?.passwordHash, input.password);
  if (user && !isRight) auditPersonRefusal(user.id, deed, "UNAUTHENTICATED");
  if (!user || !isRight) return null;
  fromNetwork.forget(place);
  fromEverywhere.giveBack(email);
  forAnybody.giveBack(network);
  return user.id;
}

/** After a password change, earlier wrong attempts from everywhere do not count against the new password. */
export function forgetWrongPasswords(email: string): void {
  fromEverywhere.forget(email);
}

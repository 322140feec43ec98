import { database } from "../db.ts";
import { auditPersonRefusal } from "./audit-person.ts";
import { verifyPassword } from "./passwords.ts";
import { networkOf } from "./address.ts";
import { minutesOf, sharedLimiter } from "./shared-limiter.ts";
import { say } from "../say.ts";

/**
 * Wrong passwords that are borne in a quarter of an hour: from one address for one account, for one account from everywhere
 * (addresses are cheap), and from one address for all accounts (so is one common password).
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
  /** What the record calls it, and where it says that it came from; left out: a sign-in from `address`. */
  deed?: { action: string; address: string | null };
};

/**
 * Checks e-mail and password. An unknown e-mail costs as much time as a wrong password and gets the same answer.
 * @param input.address where the attempt comes from, as well as it is known.
 * @returns the user's id, or null when the two do not belong together.
 * @throws AppError RATE_LIMITED after too many wrong passwords, even for the right one.
 */
export async function signIn(input: Attempt): Promise<string | null> {
  const email = input.email.trim().toLowerCase();
  const network = networkOf(input.address);
  const place = `${email}|${network}`;
  const deed = input.deed ?? { action: "signIn", address: input.address };
  try {
    // Counted before the look: guesses sent all at once must not all find the counter at nought.
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

/** Wrong passwords from everywhere do not count against the new one. */
export function forgetWrongPasswords(email: string): void {
  fromEverywhere.forget(email);
}

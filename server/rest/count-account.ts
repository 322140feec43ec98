import { networkOf } from "../auth/address.ts";
import { minutesOf, sharedLimiter } from "../auth/shared-limiter.ts";
import { say } from "../say.ts";

/** A person makes an account once; a machine that makes accounts is refused. */
const perNetwork = sharedLimiter("account", { points: 20, duration: 60 * 60 });

/**
 * Counts one attempt to make an account.
 * @returns gives the attempt back, for one that a mailed link paid for: a whole office may join from one address.
 * @throws AppError RATE_LIMITED
 */
export function countAccount(address: string): () => void {
  const network = networkOf(address);
  perNetwork.take(network, () => say("service.signUpsFromHere"));
  return () => perNetwork.giveBack(network);
}

const resetsPerNetwork = sharedLimiter("reset-password", { points: 20, duration: 60 * 60 });
/** Links that one place has mailed to an address, and that all places have: one place keeps nobody else from their link. */
const emailsFromNetwork = sharedLimiter("link-email-from", { points: 5, duration: 60 * 60 });
const emailsToAddress = sharedLimiter("link-email", { points: 20, duration: 60 * 60 });

/**
 * Counts a request that has to do with a forgotten password.
 * @throws AppError RATE_LIMITED
 */
export function countReset(address: string): void {
  resetsPerNetwork.take(networkOf(address), () => say("service.requestsFromHere"));
}

/**
 * Counts an email with a link, to known and unknown addresses alike: nobody fills somebody else's mailbox.
 * @throws AppError RATE_LIMITED
 */
export function countEmailTo(email: string, address: string): void {
  const to = email.trim().toLowerCase();
  const tooMany = (seconds: number) => say("service.emailsToAddress", { minutes: minutesOf(seconds) });
  emailsFromNetwork.take(`${to}|${networkOf(address)}`, tooMany);
  emailsToAddress.take(to, tooMany);
}

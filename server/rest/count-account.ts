import { networkOf } from "../auth/address.ts";
import { minutesOf, sharedLimiter } from "../auth/shared-limiter.ts";
import { say } from "../say.ts";

/** A person creates an account once. This stops machines that create many. */
const perNetwork = sharedLimiter("account", { points: 20, duration: 60 * 60 });

/**
 * Counts one attempt to create an account.
 * @returns a function that takes the attempt back. Use it for attempts with a valid emailed link: a whole office may join
 * from one address.
 * @throws AppError RATE_LIMITED
 */
export function countAccount(address: string): () => void {
  const network = networkOf(address);
  perNetwork.take(network, () => say("service.signUpsFromHere"));
  return () => perNetwork.giveBack(network);
}

const resetsPerNetwork = sharedLimiter("reset-password", { points: 20, duration: 60 * 60 });
/**
 * Limits for emailed links to an address, per network and over all networks. So one network cannot keep a person from
 * getting their link.
 */
const emailsFromNetwork = sharedLimiter("link-email-from", { points: 5, duration: 60 * 60 });
const emailsToAddress = sharedLimiter("link-email", { points: 20, duration: 60 * 60 });

/**
 * Counts a request for a forgotten password.
 * @throws AppError RATE_LIMITED
 */
export function countReset(address: string): void {
  resetsPerNetwork.take(networkOf(address), () => say("service.requestsFromHere"));
}

/**
 * Counts an email with a link, to known and unknown addresses alike. Prevents flooding someone's mailbox.
 * @throws AppError RATE_LIMITED
 */
export function countEmailTo(email: string, address: string): void {
  const to = email.trim().toLowerCase();
  const tooMany = (seconds: number) => say("service.emailsToAddress", { minutes: minutesOf(seconds) });
  emailsFromNetwork.take(`${to}|${networkOf(address)}`, tooMany);
  emailsToAddress.take(to, tooMany);
}

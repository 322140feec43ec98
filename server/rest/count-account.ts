import { networkOf } from "../auth/address.ts";
import { sharedLimiter } from "../auth/shared-limiter.ts";

/** A person makes an account once; a machine that makes accounts is refused. */
const perNetwork = sharedLimiter("account", { points: 20, duration: 60 * 60 });

/**
 * Counts one attempt to make an account.
 * @returns gives the attempt back, for one that an invitation paid for: a whole office may join from one address.
 * @throws AppError RATE_LIMITED
 */
export function countAccount(headers: Headers): () => void {
  const network = networkOf(headers);
  perNetwork.take(network, () => "Too many sign-ups from here. Try again in an hour.");
  return () => perNetwork.giveBack(network);
}

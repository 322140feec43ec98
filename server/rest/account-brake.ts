import { addressOf } from "../auth/address.ts";
import { sharedLimiter, waitOf } from "../auth/shared-limiter.ts";
import { AppError } from "../errors.ts";

/** A person makes an account once; a machine that makes accounts is refused. */
const perAddress = sharedLimiter("account", { points: 20, duration: 60 * 60 });

/**
 * Counts one attempt to make an account.
 * @returns gives the attempt back, for one that an invitation paid for: a whole office may join from one address.
 * @throws AppError RATE_LIMITED
 */
export async function countAccount(headers: Headers): Promise<() => Promise<unknown>> {
  const address = addressOf(headers);
  await perAddress.consume(address).catch(refuse);
  return () => perAddress.reward(address);
}

function refuse(reason: unknown): never {
  const retryAfterSeconds = waitOf(reason);
  throw new AppError("RATE_LIMITED", "Too many sign-ups from here. Try again in an hour.", { retryAfterSeconds });
}

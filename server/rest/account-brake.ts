import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { addressOf } from "../auth/address.ts";
import { AppError } from "../errors.ts";

/** A person makes an account once; a machine that makes accounts is refused. In memory, like the counters of sign-in. */
const perAddress = new RateLimiterMemory({ points: 20, duration: 60 * 60 });

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
  if (!(reason instanceof RateLimiterRes)) throw reason;
  const retryAfterSeconds = Math.ceil(reason.msBeforeNext / 1000);
  throw new AppError("RATE_LIMITED", "Too many sign-ups from here. Try again in an hour.", { retryAfterSeconds });
}

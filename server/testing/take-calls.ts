import { claimProviderCalls } from "../messages/claim-provider-calls.ts";
import { takeProviderCalls } from "../messages/take-provider-calls.ts";

/** Processes the stored provider calls as a worker does, until none is due. */
export async function takeCalls(): Promise<void> {
  const { signal } = new AbortController();
  for (;;) {
    const claimed = await claimProviderCalls([], 100);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((calls) => takeProviderCalls(calls, signal)));
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type { PhoneMessage, SimulatedChannel, SimulatorState } from "./state.ts";

const TRIES = 30;
const PAUSE_MS = 2_000;

/**
 * Tells the product that an agent's message was delivered, then read, after the delays that are set. A product that is away
 * or busy is told again, so that a restart in the middle loses no tick.
 */
export async function reportReceipts(
  state: SimulatorState,
  channel: SimulatedChannel,
  message: PhoneMessage,
): Promise<void> {
  const { deliveredAfterMs, readAfterMs } = state.receipts;
  if (deliveredAfterMs === null) return;
  await sleep(deliveredAfterMs, undefined, { ref: false });
  if (!(await reportStatus(state, channel, message, "delivered")) || readAfterMs === null) return;
  await sleep(Math.max(0, readAfterMs - deliveredAfterMs), undefined, { ref: false });
  await reportStatus(state, channel, message, "read");
}

/** One status report; true when the product took it. What went wrong stands on the phone's message. */
async function reportStatus(
  state: SimulatorState,
  channel: SimulatedChannel,
  message: PhoneMessage,
  status: "delivered" | "read",
): Promise<boolean> {
  const createdAt = new Date().toISOString();
  for (let attempt = 1; ; attempt += 1) {
    const problem = await postStatus(state.appUrl, channel, { messageId: message.id, status, createdAt });
    const known = state.messages.get(message.id) ?? message;
    if (problem === null) {
      state.putMessage({ ...known, status, error: null });
      return true;
    }
    if (!problem.again || attempt === TRIES) {
      state.putMessage({ ...known, error: `The product did not take "${status}": ${problem.reason}` });
      return false;
    }
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

async function postStatus(
  appUrl: string,
  channel: SimulatedChannel,
  body: { messageId: string; status: string; createdAt: string },
): Promise<{ reason: string; again: boolean } | null> {
  try {
    const answer = await fetch(`${appUrl}/ext/v1/incoming/custom/${channel.integrationId}/status`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-validate-token": channel.validateToken },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
    if (answer.ok) return null;
    return { reason: `${answer.status} ${await answer.text()}`, again: answer.status === 429 || answer.status >= 500 };
  } catch (error) {
    return { reason: String(error), again: true };
  }
}

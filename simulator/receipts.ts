import { setTimeout as sleep } from "node:timers/promises";
import type { Act, Line, Outcome } from "./line.ts";
import type { SimulatorState } from "./state.ts";
import type { PhoneMessage } from "./talk.ts";

const TRIES = 30;
const PAUSE_MS = 2_000;

/**
 * Reports an agent's message as delivered, then as read, after the configured delays. If the product is down or busy, the report
 * is retried, so that a restart loses no receipt.
 */
export async function reportReceipts(
  state: SimulatorState,
  line: Line,
  act: (act: Act) => Promise<Outcome>,
  message: PhoneMessage,
): Promise<void> {
  const { deliveredAfterMs, readAfterMs } = state.receipts;
  if (deliveredAfterMs === null) return;
  await sleep(deliveredAfterMs, undefined, { ref: false });
  if (line.receipts.includes("delivered") && !(await reportStatus(state, act, message, "delivered"))) return;
  if (readAfterMs === null || !line.receipts.includes("read")) return;
  await sleep(Math.max(0, readAfterMs - deliveredAfterMs), undefined, { ref: false });
  await reportStatus(state, act, message, "read");
}

/** Sends one status report. Returns true if the product accepted it. An error is shown on the phone's message. */
export async function reportStatus(
  state: SimulatorState,
  act: (act: Act) => Promise<Outcome>,
  message: PhoneMessage,
  status: "delivered" | "read",
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const { error, again } = await act({ kind: status });
    const known = state.messages.get(message.id) ?? message;
    if (error === null) {
      state.putMessage({ ...known, status, error: null });
      return true;
    }
    if (!again || attempt === TRIES) {
      state.putMessage({ ...known, error: `The product did not take "${status}": ${error}` });
      return false;
    }
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
}

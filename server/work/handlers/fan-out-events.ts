import { fanOutEvents, prepareFanOut } from "../../webhooks/fan-out.ts";
import { startPump, type Pump } from "../pump.ts";

/** Pause before checking again for events that an older, still running transaction holds back, in milliseconds. */
const HELD_BACK_MS = 10;

/** Turns events into webhook deliveries until it is stopped. */
export async function startFanOut(pollMs: number): Promise<Pump> {
  await prepareFanOut();
  return startPump("events", pollMs, async () => {
    const { read, isBehind } = await fanOutEvents();
    if (!isBehind) return null;
    return read > 0 ? 0 : HELD_BACK_MS;
  });
}

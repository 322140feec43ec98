import { replayChats } from "../../assistants/playground/replay-chats.ts";
import { startPump, type Pump } from "../pump.ts";

/** Pause before checking again whether a line was answered, in milliseconds: no event announces the answer. */
const AGAIN_MS = 400;

/** Continues playground replays until it is stopped. */
export function startReplaying(pollMs: number): Pump {
  return startPump("replays", pollMs, async () => ((await replayChats()) ? AGAIN_MS : null));
}

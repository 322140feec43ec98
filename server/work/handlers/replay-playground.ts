import { replayChats } from "../../assistants/playground/replay-chats.ts";
import { startPump, type Pump } from "../pump.ts";

/** How soon it is looked again whether a line was answered, in milliseconds: nothing tells when an answer is there. */
const AGAIN_MS = 400;

/** Says on what is replayed in the playground, until it is stopped. */
export function startReplaying(pollMs: number): Pump {
  return startPump("replays", pollMs, async () => ((await replayChats()) ? AGAIN_MS : null));
}

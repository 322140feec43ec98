import { ApiError } from "./api.ts";
import { backoffMs, createPause } from "./backoff.ts";
import { createEventReader, type StreamEvent } from "./sse.ts";

/** The server sends a heartbeat every 20 s. A connection that is silent for more than two of them is closed, in milliseconds. */
const SILENCE_MS = 45_000;
/** After a stream of this length, the next failure counts as the first one again, in milliseconds. */
const GOOD_MS = 10_000;

type Parts = {
  /** Loads missed messages, then opens the stream after them. */
  open: (signal: AbortSignal) => Promise<Response>;
  onEvent: (event: StreamEvent) => void;
  /** The number of consecutive failures. 0: the stream is open. */
  onState: (failures: number) => void;
  /** The server refused the visitor. A retry cannot succeed. */
  onRefused: (error: ApiError) => void;
};

export type Live = { wake: () => void; stop: () => void };

/**
 * Keeps a stream open and reconnects with growing pauses. Each attempt first loads missed messages, so that messages arrive even
 * if a proxy blocks streams.
 */
export function keepLive({ open, onEvent, onState, onRefused }: Parts): Live {
  const pause = createPause();
  let isWanted = true;
  let failures = 0;
  let current: AbortController | null = null;

  async function listen(): Promise<void> {
    const controller = (current = new AbortController());
    const openedAt = Date.now();
    let watch = setTimeout(() => controller.abort(), SILENCE_MS);
    try {
      const response = await open(controller.signal);
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      if (!reader) throw new ApiError(0, "no stream");
      const read = createEventReader();
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(watch);
        watch = setTimeout(() => controller.abort(), SILENCE_MS);
        for (const event of read(value)) {
          if (event.event === "ready") onState(0);
          onEvent(event);
        }
      }
    } finally {
      clearTimeout(watch);
      if (Date.now() - openedAt > GOOD_MS) failures = 0;
    }
  }

  async function run(): Promise<void> {
    while (isWanted) {
      let asked = 0;
      try {
        await listen();
      } catch (error) {
        if (!isWanted) return;
        if (error instanceof ApiError && !error.isPassing) return onRefused(error);
        if (error instanceof ApiError) asked = (error.retryAfter ?? 0) * 1_000;
      }
      if (!isWanted) return;
      failures += 1;
      onState(failures);
      await pause.sleep(Math.max(asked, backoffMs(failures)));
    }
  }

  void run();
  return {
    wake: () => pause.wake(),
    stop: () => {
      isWanted = false;
      current?.abort();
      pause.wake();
    },
  };
}

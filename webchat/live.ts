import { ApiError } from "./api.ts";
import { backoffMs, createPause } from "./backoff.ts";
import { createEventReader, type StreamEvent } from "./sse.ts";

/** The server says something every 20 s; a line that is silent for longer than two of these is cut, in milliseconds. */
const SILENCE_MS = 45_000;
/** A stream that lasted this long was a good one: the next failure is a first one again, in milliseconds. */
const GOOD_MS = 10_000;

type Parts = {
  /** Fetches what was missed, then opens the stream after it. */
  open: (signal: AbortSignal) => Promise<Response>;
  onEvent: (event: StreamEvent) => void;
  /** Failures in a row; 0 is a stream that stands. */
  onState: (failures: number) => void;
  /** The server will not have us: nothing to try again. */
  onRefused: (error: ApiError) => void;
};

export type Live = { wake: () => void; stop: () => void };

/**
 * Keeps a stream open for as long as it is wanted, coming back with growing pauses. Every attempt first fetches what was
 * missed, so that where streams cannot pass at all (some proxies), messages still arrive with each attempt.
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

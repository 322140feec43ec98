import { ApiError } from "./api.ts";
import { backoffMs, createPause } from "./backoff.ts";
import type { Pending } from "./protocol.ts";

type Parts = {
  /** The unsent messages of an earlier visit. */
  initial: Pending[];
  /** Resolves once the server has the message. Its clientMessageId makes a repeated send harmless. */
  send: (pending: Pending) => Promise<void>;
  /** `keep` stores a message beyond the page's life, `drop` deletes it. */
  keep: (pending: Pending) => void;
  drop: (clientMessageId: string) => void;
  onChange: (items: Pending[]) => void;
};

export type Outbox = {
  add: (pending: Pending) => void;
  /** Sends a refused message again, as the newest one. */
  retry: (clientMessageId: string) => void;
  remove: (clientMessageId: string) => void;
  /** Ends a pause, because the network is back. */
  wake: () => void;
  clear: () => void;
};

/**
 * Sends messages one after the other, in the order of writing. Without a response, or after a temporary error, it retries with
 * growing pauses until it succeeds. A refused message keeps its error, and the next one is sent.
 */
export function createOutbox({ initial, send, keep, drop, onChange }: Parts): Outbox {
  let items = initial;
  let isRunning = false;
  const pause = createPause();

  const change = (next: Pending[]) => onChange((items = next));
  const remove = (clientMessageId: string) => {
    drop(clientMessageId);
    change(items.filter((item) => item.clientMessageId !== clientMessageId));
  };
  const put = (pending: Pending, place: "last" | "same") => {
    keep(pending);
    const others = items.filter(({ clientMessageId }) => clientMessageId !== pending.clientMessageId);
    change(
      place === "last"
        ? [...others, pending]
        : items.map((item) => (item.clientMessageId === pending.clientMessageId ? pending : item)),
    );
  };
  const isThere = (pending: Pending) => items.some((item) => item.clientMessageId === pending.clientMessageId);

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    let failures = 0;
    for (;;) {
      const next = items.find(({ failure }) => failure === null);
      if (!next) break;
      try {
        await send(next);
        failures = 0;
        remove(next.clientMessageId);
      } catch (error) {
        if (!isThere(next)) continue;
        if (error instanceof ApiError && !error.isPassing) put({ ...next, failure: error.message }, "same");
        else {
          failures += 1;
          const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
          await pause.sleep(Math.max(asked, backoffMs(failures)));
        }
      }
    }
    isRunning = false;
  }

  if (items.length > 0) void run();
  return {
    add: (pending) => {
      put(pending, "last");
      void run();
    },
    retry: (clientMessageId) => {
      const item = items.find((other) => other.clientMessageId === clientMessageId);
      if (!item) return;
      put({ ...item, failure: null, createdAt: new Date().toISOString() }, "last");
      pause.wake();
      void run();
    },
    remove,
    wake: () => pause.wake(),
    clear: () => {
      for (const { clientMessageId } of items) drop(clientMessageId);
      change([]);
      pause.wake();
    },
  };
}

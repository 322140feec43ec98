/** Told again every few seconds while it is true: what is not renewed is over. */
const SHOWN_MS = 6_000;

type Timers = { set: (work: () => void, ms: number) => unknown; clear: (timer: unknown) => void };

/** The client, or the name of the assistant that holds the conversation; null: nobody. */
export type Writer = "client" | `assistant ${string}` | null;

export type TypingStore = ReturnType<typeof createTypingStore>;

/** In which conversations somebody is writing at the moment, and who. */
export function createTypingStore({ set, clear }: Timers) {
  const listeners = new Set<() => void>();
  const writers = new Map<string, { who: Writer; timer: unknown }>();

  function notify(): void {
    for (const listener of listeners) listener();
  }

  /** They have stopped, or their message is here. */
  function stop(convId: string): void {
    const writer = writers.get(convId);
    if (!writer) return;
    clear(writer.timer);
    writers.delete(convId);
    notify();
  }

  function begin(convId: string, who: Writer): void {
    const before = writers.get(convId);
    clear(before?.timer);
    writers.set(convId, { who, timer: set(() => stop(convId), SHOWN_MS) });
    if (before?.who !== who) notify();
  }

  return {
    writer: (convId: string): Writer => writers.get(convId)?.who ?? null,
    hear: ({ convId, isTyping, assistant }: { convId: string; isTyping: boolean; assistant?: string }) =>
      isTyping ? begin(convId, assistant === undefined ? "client" : `assistant ${assistant}`) : stop(convId),
    stop,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

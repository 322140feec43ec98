/** The event repeats every few seconds while someone is typing. Without a repeat, typing ends. */
const SHOWN_MS = 6_000;

type Timers = { set: (work: () => void, ms: number) => unknown; clear: (timer: unknown) => void };

/** The contact, or the name of the assistant that holds the conversation. null: no one is typing. */
export type Writer = "client" | `assistant ${string}` | null;

export type TypingStore = ReturnType<typeof createTypingStore>;

/** In which conversations someone is typing now, and who. */
export function createTypingStore({ set, clear }: Timers) {
  const listeners = new Set<() => void>();
  const writers = new Map<string, { who: Writer; timer: unknown }>();

  function notify(): void {
    for (const listener of listeners) listener();
  }

  /** The writer has stopped, or the message has arrived. */
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

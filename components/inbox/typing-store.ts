/** Told again every few seconds while it is true: what is not renewed is over. */
const SHOWN_MS = 6_000;

type Timers = { set: (work: () => void, ms: number) => unknown; clear: (timer: unknown) => void };

export type TypingStore = ReturnType<typeof createTypingStore>;

/** In which conversations a client is writing at the moment. */
export function createTypingStore({ set, clear }: Timers) {
  const listeners = new Set<() => void>();
  const timers = new Map<string, unknown>();

  function tell(): void {
    for (const listener of listeners) listener();
  }

  /** They have stopped, or their message is here. */
  function stop(convId: string): void {
    if (!timers.has(convId)) return;
    clear(timers.get(convId));
    timers.delete(convId);
    tell();
  }

  function begin(convId: string): void {
    const isNew = !timers.has(convId);
    clear(timers.get(convId));
    timers.set(
      convId,
      set(() => stop(convId), SHOWN_MS),
    );
    if (isNew) tell();
  }

  return {
    isTyping: (convId: string) => timers.has(convId),
    hear: ({ convId, isTyping }: { convId: string; isTyping: boolean }) => (isTyping ? begin(convId) : stop(convId)),
    stop,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

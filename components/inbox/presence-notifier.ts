import type { LivePresence } from "../shell/live-store.ts";

type State = LivePresence["state"];
export type PresenceNotifier = ReturnType<typeof createPresenceNotifier>;

/** Conversations that are open for less time than this, as when moving down the list, are not reported as viewed. */
const RESTED_MS = 600;
const BEAT_MS = 15_000;
/** The least time between repeats while the agent writes. Other browsers drop the indicator after six seconds. */
const WRITING_MS = 3_000;

/** Notifies colleagues what this tab does, for one conversation at a time. @param say must ignore failures. */
export function createPresenceNotifier(say: (convId: string, state: State) => void) {
  let convId: string | null = null;
  let isTold = false;
  let wroteAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function beat(): void {
    if (convId === null) return;
    isTold = true;
    // An agent who writes already sends "typing".
    if (Date.now() - wroteAt >= WRITING_MS) say(convId, "viewing");
    timer = setTimeout(beat, BEAT_MS);
  }

  /** Sets the viewed conversation. null: none, or the tab is hidden. */
  function look(next: string | null): void {
    if (next === convId) return;
    clearTimeout(timer);
    if (convId !== null && isTold) say(convId, "left");
    [convId, isTold, wroteAt] = [next, false, -Infinity];
    if (next !== null) timer = setTimeout(beat, RESTED_MS);
  }

  return {
    look,
    /** Ends viewing this conversation, unless another one is already viewed. */
    leave(id: string | null): void {
      if (id === convId) look(null);
    },
    /** The agent has started or stopped writing to the contact. */
    write(id: string, isWriting: boolean): void {
      if (id !== convId) return;
      const isDue = Date.now() - wroteAt >= WRITING_MS;
      if (isWriting ? !isDue : wroteAt === -Infinity) return;
      [isTold, wroteAt] = [true, isWriting ? Date.now() : -Infinity];
      say(id, isWriting ? "typing" : "viewing");
    },
  };
}

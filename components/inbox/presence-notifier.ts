import type { LivePresence } from "../shell/live-store.ts";

type State = LivePresence["state"];
export type PresenceNotifier = ReturnType<typeof createPresenceNotifier>;

/** Whoever runs down the list looks at nothing. */
const RESTED_MS = 600;
const BEAT_MS = 15_000;
/** Said no more often while somebody goes on writing: the others forget it after six seconds. */
const WRITING_MS = 3_000;

/** Tells colleagues what this tab does: one conversation at a time. @param say that nobody hears it is no error. */
export function createPresenceNotifier(say: (convId: string, state: State) => void) {
  let convId: string | null = null;
  let isTold = false;
  let wroteAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function beat(): void {
    if (convId === null) return;
    isTold = true;
    // Who writes says that instead.
    if (Date.now() - wroteAt >= WRITING_MS) say(convId, "viewing");
    timer = setTimeout(beat, BEAT_MS);
  }

  /** Which conversation is looked at; null: none, or the tab is not looked at. */
  function look(next: string | null): void {
    if (next === convId) return;
    clearTimeout(timer);
    if (convId !== null && isTold) say(convId, "left");
    [convId, isTold, wroteAt] = [next, false, -Infinity];
    if (next !== null) timer = setTimeout(beat, RESTED_MS);
  }

  return {
    look,
    /** The conversation is looked at no longer; another one may be by now. */
    leave(id: string | null): void {
      if (id === convId) look(null);
    },
    /** Something is being written in the conversation, to the client; or no longer. */
    write(id: string, isWriting: boolean): void {
      if (id !== convId) return;
      const isDue = Date.now() - wroteAt >= WRITING_MS;
      if (isWriting ? !isDue : wroteAt === -Infinity) return;
      [isTold, wroteAt] = [true, isWriting ? Date.now() : -Infinity];
      say(id, isWriting ? "typing" : "viewing");
    },
  };
}

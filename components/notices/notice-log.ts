import type { Notice } from "./notice.ts";

/** A notice and when this browser heard of it, in milliseconds. */
export type Heard = Notice & { at: number };

/** As many as one looks through. */
const MOST = 30;

/** The notices since the page was opened, newest first. It is kept in memory alone, so that nothing of it is left after a sign-out. */
export function createNoticeLog() {
  let state: { heard: readonly Heard[]; unseen: number } = { heard: [], unseen: 0 };
  const listeners = new Set<() => void>();
  const set = (next: typeof state) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    now: () => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The same news is listed once. */
    add(notices: readonly Notice[], at: number): void {
      const fresh = notices.filter(({ id }) => !state.heard.some((known) => known.id === id));
      if (fresh.length === 0) return;
      const heard = [...fresh.map((notice) => ({ ...notice, at })), ...state.heard].slice(0, MOST);
      set({ heard, unseen: Math.min(heard.length, state.unseen + fresh.length) });
    },
    /** The person has looked at the list. */
    see: () => set({ ...state, unseen: 0 }),
    /** Of a conversation that the person has read, on any device. */
    drop(convId: string): void {
      const without = (notices: readonly Heard[]) => notices.filter((notice) => notice.convId !== convId);
      const heard = without(state.heard);
      // The newest are the ones that were not seen.
      if (heard.length < state.heard.length) set({ heard, unseen: without(state.heard.slice(0, state.unseen)).length });
    },
    clear: () => set({ heard: [], unseen: 0 }),
  };
}

/** The log of this page. Another person or workspace begins a new one. */
export const noticeLog = createNoticeLog();

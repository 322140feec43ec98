import type { SecondsLeftProps } from "../messages/seconds-left.tsx";

/** Something that was done and can be taken back. */
export type Undoable = {
  /** What was done, as the toast says it. */
  readonly label: string;
  /** It can be undone only for a while: the toast says how long in place of the label. */
  readonly left?: SecondsLeftProps;
  /** Takes it back, when it is done; rejects with the reason why it cannot be. */
  undo: () => Promise<void>;
};

/** As far back as anybody remembers what they did. */
const MOST = 50;

/** What the person did on this page, the last on top; nothing of it outlives the page. */
export function createUndoStack() {
  let stack: Undoable[] = [];
  return {
    push(done: Undoable) {
      stack = [...stack.slice(1 - MOST), done];
    },
    /** Takes a thing off: the given one, wherever it lies, or the last; null when it is gone already. */
    take(done?: Undoable): Undoable | null {
      const taken = done === undefined ? stack.at(-1) : stack.find((other) => other === done);
      stack = stack.filter((other) => other !== taken);
      return taken ?? null;
    },
    has: (done: Undoable) => stack.includes(done),
    isEmpty: () => stack.length === 0,
  };
}

import type { SecondsLeftProps } from "../messages/seconds-left.tsx";

/** An action that can be undone. */
export type Undoable = {
  /** What was done, as shown in the toast. */
  readonly label: string;
  /** Set if the action can be undone only for a while. The toast shows the time left instead of the label. */
  readonly left?: SecondsLeftProps;
  /** Undoes the action. Rejects with the reason if it cannot. */
  undo: () => Promise<void>;
};

/** The limit of the stack. No one remembers more. */
const MOST = 50;

/** The person's actions on this page, the last on top. Leaving the page clears it. */
export function createUndoStack() {
  let stack: Undoable[] = [];
  return {
    push(done: Undoable) {
      stack = [...stack.slice(1 - MOST), done];
    },
    /** Removes the given action from anywhere in the stack, or the last one. null: it is already gone. */
    take(done?: Undoable): Undoable | null {
      const taken = done === undefined ? stack.at(-1) : stack.find((other) => other === done);
      stack = stack.filter((other) => other !== taken);
      return taken ?? null;
    },
    has: (done: Undoable) => stack.includes(done),
    isEmpty: () => stack.length === 0,
  };
}

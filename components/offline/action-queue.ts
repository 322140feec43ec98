import { z } from "zod";
import { ACTION, type Obstacle, type WaitingAction } from "./actions.ts";

const STORAGE_KEY = "inbox-deeds";

/** `away`: no response; `stumbled`: an error at this action. Both are retried. A `reason` is the service's error message. */
export type Outcome = "done" | "away" | "stumbled" | { not: Exclude<Obstacle, "done"> | { reason: string } };

type Needs = {
  userId: string;
  storage: Pick<Storage, "getItem" | "setItem">;
  /** A lock by name, across all tabs. */
  exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>;
};

/** How queued actions are run. */
export type Doing = {
  /** Whether a message of this conversation must be sent first. */
  isHeld: (convId: string) => boolean;
  /** Never throws. */
  act: (action: WaitingAction) => Promise<Outcome>;
  /** Reports an action that was not done, and why. */
  report: (action: WaitingAction, why: Exclude<Outcome, "done" | "away" | "stumbled">["not"]) => void;
};

export type ActionQueue = ReturnType<typeof createActionQueue>;

const lockOf = (id: string) => `${STORAGE_KEY} ${id}`;

/** `others`: entries written by another release, which will run them. */
function loadAll(storage: Needs["storage"]): { actions: WaitingAction[]; others: unknown[] } {
  try {
    const all = z.array(z.unknown()).parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]"));
    const read = all.map((one) => ({ one, ...ACTION.safeParse(one) }));
    return {
      actions: read.flatMap(({ data }) => data ?? []),
      others: read.filter(({ success }) => !success).map(({ one }) => one),
    };
  } catch {
    return { actions: [], others: [] };
  }
}

const load = (storage: Needs["storage"]): WaitingAction[] => loadAll(storage).actions;

/** Reads before it writes, because another tab may have added or run actions meanwhile. */
function change(storage: Needs["storage"], edit: (actions: WaitingAction[]) => WaitingAction[]): void {
  const { actions, others } = loadAll(storage);
  storage.setItem(STORAGE_KEY, JSON.stringify([...others, ...edit(actions)]));
}

/** The number of a person's queued actions in a browser's storage. */
export function actionsWaiting(storage: Needs["storage"], userId: string): number {
  return load(storage).filter((action) => action.userId === userId && action.what.kind !== "read").length;
}

/** Deletes a person's queued actions from a browser's storage, so that contacts' names do not stay after a sign-out. */
export function dropActions(storage: Needs["storage"], userId: string): void {
  const { actions, others } = loadAll(storage);
  const isTheirs = z.object({ userId: z.literal(userId) });
  const left = [...others, ...actions].filter((one) => !isTheirs.safeParse(one).success);
  storage.setItem(STORAGE_KEY, JSON.stringify(left));
}

/** Queues actions on conversations in the browser's storage until the service has accepted or refused them. */
export function createActionQueue({ userId, storage, exclusively }: Needs) {
  let isFlushing = false;

  const remove = (id: string) => change(storage, (all) => all.filter((action) => action.id !== id));
  const waiting = (workspaceId: number) =>
    load(storage).filter((action) => action.userId === userId && action.workspaceId === workspaceId);
  const isWaiting = (id: string) => load(storage).some((action) => action.id === id);

  async function work(actions: WaitingAction[], { act, report }: Doing): Promise<void> {
    /** Conversations with a failed action. Their later actions wait for it. */
    const stuck = new Set<string>();
    for (const action of actions) {
      if (stuck.has(action.convId)) continue;
      const outcome = await exclusively(lockOf(action.id), async () => {
        // The action was undone or replaced while the ones before it were running.
        if (!isWaiting(action.id)) return "done";
        const became = await act(action);
        if (became === "away" || became === "stumbled") return became;
        const isWanted = isWaiting(action.id);
        remove(action.id);
        if (became !== "done" && isWanted) report(action, became.not);
        return "done";
      });
      if (outcome === "away") return;
      if (outcome === "stumbled") stuck.add(action.convId);
    }
  }

  return {
    /** Removes queued actions on the same subject, because a newer action has already been done. */
    replace: ({ convId, what }: Pick<WaitingAction, "convId" | "what">): void =>
      change(storage, (all) =>
        all.filter(
          (action) => action.userId !== userId || action.convId !== convId || subjectOf(action) !== subjectOf({ what }),
        ),
      ),
    /** Adds an action. It replaces an earlier one on the same subject. @returns the earlier one, so that an undo can restore it. */
    add(action: WaitingAction): WaitingAction | null {
      const isSame = (other: WaitingAction) =>
        other.userId === action.userId && other.convId === action.convId && subjectOf(other) === subjectOf(action);
      const before = load(storage).find(isSame) ?? null;
      change(storage, (all) => [...all.filter((other) => !isSame(other)), before ? onTopOf(before, action) : action]);
      return before;
    },
    /** Removes an action. If its request is running, waits for the result first. Returns false if it is already done or reported. */
    takeBack: (id: string): Promise<boolean> =>
      exclusively(lockOf(id), () => {
        const isThere = isWaiting(id);
        if (isThere) remove(id);
        return Promise.resolve(isThere);
      }),
    waiting,
    /** Runs the queued actions in order, as far as possible. Call it when the connection is back. */
    async flush(workspaceId: number, doing: Doing): Promise<void> {
      const ready = () => waiting(workspaceId).filter(({ convId }) => !doing.isHeld(convId));
      if (isFlushing || ready().length === 0) return;
      isFlushing = true;
      await exclusively(STORAGE_KEY, () => work(ready(), doing)).finally(() => (isFlushing = false));
    },
  };
}

/** The subject of an action. Of two actions on the same subject, the later one counts. */
function subjectOf({ what }: Pick<WaitingAction, "what">): string {
  if (what.kind === "unread") return "read";
  return what.kind === "unsnooze" ? "snooze" : what.kind;
}

/** Combines an action with the one it replaces, which was never done. The first one's `seen` is kept, and tag changes are merged. */
function onTopOf({ seen, what: first }: WaitingAction, action: WaitingAction): WaitingAction {
  const { what } = action;
  if (first.kind !== "tags" || what.kind !== "tags") return { ...action, seen };
  const without = (some: string[], others: string[]) => some.filter((tag) => !others.includes(tag));
  const add = [...new Set([...without(first.add, what.remove), ...what.add])];
  const taken = [...new Set([...without(first.remove, what.add), ...what.remove])];
  return { ...action, seen, what: { kind: "tags", add, remove: taken } };
}

import { z } from "zod";
import { ACTION, type Obstacle, type WaitingAction } from "./actions.ts";

const STORAGE_KEY = "inbox-deeds";

/** `away`: nobody answers; `stumbled`: over this one. Both are to be tried again. A reason is of the service, in words. */
export type Outcome = "done" | "away" | "stumbled" | { not: Exclude<Obstacle, "done"> | { reason: string } };

type Needs = {
  userId: string;
  storage: Pick<Storage, "getItem" | "setItem">;
  /** One at a time of each name, over all tabs. */
  exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>;
};

/** How what waits is done. */
export type Doing = {
  /** Whether something that was written there has to go first. */
  isHeld: (convId: string) => boolean;
  /** Never throws. */
  act: (action: WaitingAction) => Promise<Outcome>;
  /** Says what was not done after all, and why. */
  report: (action: WaitingAction, why: Exclude<Outcome, "done" | "away" | "stumbled">["not"]) => void;
};

export type ActionQueue = ReturnType<typeof createActionQueue>;

const lockOf = (id: string) => `${STORAGE_KEY} ${id}`;

/** `others`: what another release wrote, and will do. */
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

/** Reads before it writes: another tab may have added or done something meanwhile. */
function change(storage: Needs["storage"], edit: (actions: WaitingAction[]) => WaitingAction[]): void {
  const { actions, others } = loadAll(storage);
  storage.setItem(STORAGE_KEY, JSON.stringify([...others, ...edit(actions)]));
}

/** How much of a person's waits in a browser's storage. */
export function actionsWaiting(storage: Needs["storage"], userId: string): number {
  return load(storage).filter((action) => action.userId === userId && action.what.kind !== "read").length;
}

/** What a person left undone, taken out of a browser's storage: names of clients do not stay behind a sign-out. */
export function dropActions(storage: Needs["storage"], userId: string): void {
  const { actions, others } = loadAll(storage);
  const isTheirs = z.object({ userId: z.literal(userId) });
  const left = [...others, ...actions].filter((one) => !isTheirs.safeParse(one).success);
  storage.setItem(STORAGE_KEY, JSON.stringify(left));
}

/** Keeps what was done to conversations in the browser's storage until the service has it, or says that it cannot be. */
export function createActionQueue({ userId, storage, exclusively }: Needs) {
  let isFlushing = false;

  const remove = (id: string) => change(storage, (all) => all.filter((action) => action.id !== id));
  const waiting = (workspaceId: number) =>
    load(storage).filter((action) => action.userId === userId && action.workspaceId === workspaceId);
  const isWaiting = (id: string) => load(storage).some((action) => action.id === id);

  async function work(actions: WaitingAction[], { act, report }: Doing): Promise<void> {
    /** Conversations over which the service stumbled: what comes later there waits for what comes first. */
    const stuck = new Set<string>();
    for (const action of actions) {
      if (stuck.has(action.convId)) continue;
      const outcome = await exclusively(lockOf(action.id), async () => {
        // Taken back or replaced while those before it were done.
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
    /** What waits about the same thing is not meant any more: it has been done otherwise. */
    replace: ({ convId, what }: Pick<WaitingAction, "convId" | "what">): void =>
      change(storage, (all) =>
        all.filter(
          (action) => action.userId !== userId || action.convId !== convId || subjectOf(action) !== subjectOf({ what }),
        ),
      ),
    /** A later one takes the place of the one before about the same thing. @returns the one before, for who takes the later one back. */
    add(action: WaitingAction): WaitingAction | null {
      const isSame = (other: WaitingAction) =>
        other.userId === action.userId && other.convId === action.convId && subjectOf(other) === subjectOf(action);
      const before = load(storage).find(isSame) ?? null;
      change(storage, (all) => [...all.filter((other) => !isSame(other)), before ? onTopOf(before, action) : action]);
      return before;
    },
    /** Takes one back, once it is known what becomes of it where it is just being asked for; false when it is done or told already. */
    takeBack: (id: string): Promise<boolean> =>
      exclusively(lockOf(id), () => {
        const isThere = isWaiting(id);
        if (isThere) remove(id);
        return Promise.resolve(isThere);
      }),
    waiting,
    /** Does what can be done, in its order. Call it when the connection is back. */
    async flush(workspaceId: number, doing: Doing): Promise<void> {
      const ready = () => waiting(workspaceId).filter(({ convId }) => !doing.isHeld(convId));
      if (isFlushing || ready().length === 0) return;
      isFlushing = true;
      await exclusively(STORAGE_KEY, () => work(ready(), doing)).finally(() => (isFlushing = false));
    },
  };
}

/** Of two actions about the same thing the later one counts. */
function subjectOf({ what }: Pick<WaitingAction, "what">): string {
  if (what.kind === "unread") return "read";
  return what.kind === "unsnooze" ? "snooze" : what.kind;
}

/** Decided on top of what was never done: what was seen then still counts, and of tags both changes do. */
function onTopOf({ seen, what: first }: WaitingAction, action: WaitingAction): WaitingAction {
  const { what } = action;
  if (first.kind !== "tags" || what.kind !== "tags") return { ...action, seen };
  const without = (some: string[], others: string[]) => some.filter((tag) => !others.includes(tag));
  const add = [...new Set([...without(first.add, what.remove), ...what.add])];
  const taken = [...new Set([...without(first.remove, what.add), ...what.remove])];
  return { ...action, seen, what: { kind: "tags", add, remove: taken } };
}

import { z } from "zod";
import { DEED } from "./deeds.ts";
import type { Obstacle, WaitingDeed } from "./deeds.ts";

const STORAGE_KEY = "inbox-deeds";

/** `away`: to be tried again. A reason is of the service, in words. */
export type Outcome = "done" | "away" | { not: Exclude<Obstacle, "done"> | { reason: string } };

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
  act: (deed: WaitingDeed) => Promise<Outcome>;
  /** Says what was not done after all, and why. */
  tell: (deed: WaitingDeed, why: Exclude<Outcome, "done" | "away">["not"]) => void;
};

export type DeedQueue = ReturnType<typeof createDeedQueue>;

const lockOf = (id: string) => `${STORAGE_KEY} ${id}`;

function load(storage: Needs["storage"]): WaitingDeed[] {
  try {
    return z.array(DEED).parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return [];
  }
}

/** How much of a person's waits in a browser's storage. */
export function deedsWaiting(storage: Needs["storage"], userId: string): number {
  return load(storage).filter((deed) => deed.userId === userId && deed.what.kind !== "read").length;
}

/** What a person left undone, taken out of a browser's storage: names of clients do not stay behind a sign-out. */
export function dropDeeds(storage: Needs["storage"], userId: string): void {
  storage.setItem(STORAGE_KEY, JSON.stringify(load(storage).filter((deed) => deed.userId !== userId)));
}

/** Keeps what was done to conversations in the browser's storage until the service has it, or says that it cannot be. */
export function createDeedQueue({ userId, storage, exclusively }: Needs) {
  let isFlushing = false;

  /** Reads before it writes: another tab may have added or done something meanwhile. */
  const change = (edit: (deeds: WaitingDeed[]) => WaitingDeed[]) =>
    storage.setItem(STORAGE_KEY, JSON.stringify(edit(load(storage))));
  const remove = (id: string) => change((all) => all.filter((deed) => deed.id !== id));
  const waiting = (workspaceId: number) =>
    load(storage).filter((deed) => deed.userId === userId && deed.workspaceId === workspaceId);
  const isWaiting = (id: string) => load(storage).some((deed) => deed.id === id);

  async function work(deeds: WaitingDeed[], { act, tell }: Doing): Promise<void> {
    for (const deed of deeds) {
      const outcome = await exclusively(lockOf(deed.id), async () => {
        // Taken back or replaced while those before it were done.
        if (!isWaiting(deed.id)) return "done";
        const became = await act(deed);
        if (became === "away") return became;
        const isWanted = isWaiting(deed.id);
        remove(deed.id);
        if (became !== "done" && isWanted) tell(deed, became.not);
        return "done";
      });
      if (outcome === "away") return;
    }
  }

  return {
    /** A later one takes the place of the one before about the same thing. @returns the one before, for who takes the later one back. */
    add(deed: WaitingDeed): WaitingDeed | null {
      const isSame = (other: WaitingDeed) =>
        other.userId === deed.userId && other.convId === deed.convId && subjectOf(other) === subjectOf(deed);
      const before = load(storage).find(isSame) ?? null;
      change((all) => [...all.filter((other) => !isSame(other)), before ? onTopOf(before, deed) : deed]);
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

/** Of two deeds about the same thing the later one counts. */
function subjectOf({ what }: WaitingDeed): string {
  if (what.kind === "unread") return "read";
  return what.kind === "unsnooze" ? "snooze" : what.kind;
}

/** Decided on top of what was never done: what was seen then still counts, and of tags both changes do. */
function onTopOf({ seen, what: first }: WaitingDeed, deed: WaitingDeed): WaitingDeed {
  const { what } = deed;
  if (first.kind !== "tags" || what.kind !== "tags") return { ...deed, seen };
  const without = (some: string[], others: string[]) => some.filter((tag) => !others.includes(tag));
  const add = [...new Set([...without(first.add, what.remove), ...what.add])];
  const taken = [...new Set([...without(first.remove, what.add), ...what.remove])];
  return { ...deed, seen, what: { kind: "tags", add, remove: taken } };
}

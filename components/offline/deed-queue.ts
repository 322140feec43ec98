import { z } from "zod";
import { DEED, type Obstacle, type WaitingDeed } from "./deeds.ts";

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
  act: (deed: WaitingDeed) => Promise<Outcome>;
  /** Says what was not done after all, and why. */
  tell: (deed: WaitingDeed, why: Exclude<Outcome, "done" | "away" | "stumbled">["not"]) => void;
};

export type DeedQueue = ReturnType<typeof createDeedQueue>;

const lockOf = (id: string) => `${STORAGE_KEY} ${id}`;

/** `others`: what another release wrote, and will do. */
function loadAll(storage: Needs["storage"]): { deeds: WaitingDeed[]; others: unknown[] } {
  try {
    const all = z.array(z.unknown()).parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]"));
    const read = all.map((one) => ({ one, ...DEED.safeParse(one) }));
    return {
      deeds: read.flatMap(({ data }) => data ?? []),
      others: read.filter(({ success }) => !success).map(({ one }) => one),
    };
  } catch {
    return { deeds: [], others: [] };
  }
}

const load = (storage: Needs["storage"]): WaitingDeed[] => loadAll(storage).deeds;

/** Reads before it writes: another tab may have added or done something meanwhile. */
function change(storage: Needs["storage"], edit: (deeds: WaitingDeed[]) => WaitingDeed[]): void {
  const { deeds, others } = loadAll(storage);
  storage.setItem(STORAGE_KEY, JSON.stringify([...others, ...edit(deeds)]));
}

/** How much of a person's waits in a browser's storage. */
export function deedsWaiting(storage: Needs["storage"], userId: string): number {
  return load(storage).filter((deed) => deed.userId === userId && deed.what.kind !== "read").length;
}

/** What a person left undone, taken out of a browser's storage: names of clients do not stay behind a sign-out. */
export function dropDeeds(storage: Needs["storage"], userId: string): void {
  const { deeds, others } = loadAll(storage);
  const isTheirs = z.object({ userId: z.literal(userId) });
  const left = [...others, ...deeds].filter((one) => !isTheirs.safeParse(one).success);
  storage.setItem(STORAGE_KEY, JSON.stringify(left));
}

/** Keeps what was done to conversations in the browser's storage until the service has it, or says that it cannot be. */
export function createDeedQueue({ userId, storage, exclusively }: Needs) {
  let isFlushing = false;

  const remove = (id: string) => change(storage, (all) => all.filter((deed) => deed.id !== id));
  const waiting = (workspaceId: number) =>
    load(storage).filter((deed) => deed.userId === userId && deed.workspaceId === workspaceId);
  const isWaiting = (id: string) => load(storage).some((deed) => deed.id === id);

  async function work(deeds: WaitingDeed[], { act, tell }: Doing): Promise<void> {
    /** Conversations over which the service stumbled: what comes later there waits for what comes first. */
    const stuck = new Set<string>();
    for (const deed of deeds) {
      if (stuck.has(deed.convId)) continue;
      const outcome = await exclusively(lockOf(deed.id), async () => {
        // Taken back or replaced while those before it were done.
        if (!isWaiting(deed.id)) return "done";
        const became = await act(deed);
        if (became === "away" || became === "stumbled") return became;
        const isWanted = isWaiting(deed.id);
        remove(deed.id);
        if (became !== "done" && isWanted) tell(deed, became.not);
        return "done";
      });
      if (outcome === "away") return;
      if (outcome === "stumbled") stuck.add(deed.convId);
    }
  }

  return {
    /** What waits about the same thing is not meant any more: it has been done otherwise. */
    replace: ({ convId, what }: Pick<WaitingDeed, "convId" | "what">): void =>
      change(storage, (all) =>
        all.filter(
          (deed) => deed.userId !== userId || deed.convId !== convId || subjectOf(deed) !== subjectOf({ what }),
        ),
      ),
    /** A later one takes the place of the one before about the same thing. @returns the one before, for who takes the later one back. */
    add(deed: WaitingDeed): WaitingDeed | null {
      const isSame = (other: WaitingDeed) =>
        other.userId === deed.userId && other.convId === deed.convId && subjectOf(other) === subjectOf(deed);
      const before = load(storage).find(isSame) ?? null;
      change(storage, (all) => [...all.filter((other) => !isSame(other)), before ? onTopOf(before, deed) : deed]);
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
function subjectOf({ what }: Pick<WaitingDeed, "what">): string {
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

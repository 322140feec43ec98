import { z } from "zod";

const STORAGE_KEY = "inbox-deeds";
/** What was decided longer ago is to be decided again. */
const KEPT_MS = 24 * 3_600_000;

const DEED = z.object({
  id: z.string(),
  userId: z.string(),
  workspaceId: z.number(),
  convId: z.string(),
  integrationId: z.string(),
  /** The client's, for the words that say what became of it. */
  name: z.string(),
  what: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("end") }),
    z.object({ kind: z.literal("assign"), agentId: z.string().nullable(), isAi: z.boolean() }),
    z.object({ kind: z.literal("snooze"), until: z.string().nullable(), onlyMe: z.boolean() }),
  ]),
  /** The conversation as it was when it was decided. */
  seen: z.object({
    assigneeId: z.string().nullable(),
    aiId: z.string().nullable(),
    lastMessageId: z.string().nullable(),
  }),
  createdAt: z.string(),
});
/** What was done to a conversation while the service could not be reached. */
export type WaitingDeed = z.infer<typeof DEED>;

/** What it is called: nobody's name stands beside an assignment that is taken away. */
export function deedWord(what: WaitingDeed["what"]): WaitingDeed["what"]["kind"] | "unassign" {
  return what.kind === "assign" && what.agentId === null && !what.isAi ? "unassign" : what.kind;
}

/** As much of a conversation as says whether a deed is still meant. */
export type DeedRow = {
  ended: boolean;
  assigneeId: string | null;
  aiId: string | null;
  lastMessage: { messageId: string; isAgent: boolean; agentId: string | null } | null;
};

/** `done` already; `gone` from the person's sight; `changed` since it was decided; `late`: its time is over. */
export type Obstacle = "done" | "gone" | "changed" | "late";

/**
 * Why a deed is not done any more, once the service can be reached; null: it is done now. What the person themselves has written since
 * changes nothing.
 */
export function obstacleTo(
  deed: WaitingDeed,
  row: DeedRow | null,
  agentId: string | null,
  now: number,
): Obstacle | null {
  const { what, seen } = deed;
  if (!row) return "gone";
  if (what.kind === "end" && row.ended) return "done";
  if (row.ended) return "changed";
  if (now - Date.parse(deed.createdAt) > KEPT_MS) return "late";
  if (what.kind === "assign") {
    const isTheirs = what.isAi ? row.aiId !== null : row.aiId === null && row.assigneeId === what.agentId;
    if (isTheirs) return "done";
    return row.assigneeId === seen.assigneeId && row.aiId === seen.aiId ? null : "changed";
  }
  const last = row.lastMessage;
  const isOwn = last !== null && last.isAgent && last.agentId === agentId;
  if (!isOwn && (last?.messageId ?? null) !== seen.lastMessageId) return "changed";
  return what.kind === "snooze" && what.until !== null && Date.parse(what.until) <= now ? "late" : null;
}

/** `away`: to be tried again. A reason is of the service, in words. */
export type Outcome = "done" | "away" | { not: Exclude<Obstacle, "done"> | { reason: string } };

type Needs = {
  userId: string;
  storage: Pick<Storage, "getItem" | "setItem">;
  /** Whether something that was written there has to go first. */
  isHeld: (convId: string) => boolean;
  /** Never throws. */
  act: (deed: WaitingDeed) => Promise<Outcome>;
  /** Says what was not done after all, and why. */
  tell: (deed: WaitingDeed, why: Exclude<Outcome, "done" | "away">["not"]) => void;
  /** One at a time of each name, over all tabs. */
  exclusively: <T>(name: string, work: () => Promise<T>) => Promise<T>;
};

export type DeedQueue = ReturnType<typeof createDeedQueue>;

const lockOf = (id: string) => `${STORAGE_KEY} ${id}`;

/** Keeps what was done to conversations in the browser's storage until the service has it, or says that it cannot be. */
export function createDeedQueue({ userId, storage, isHeld, act, tell, exclusively }: Needs) {
  let isFlushing = false;

  function load(): WaitingDeed[] {
    try {
      return z.array(DEED).parse(JSON.parse(storage.getItem(STORAGE_KEY) ?? "[]"));
    } catch {
      return [];
    }
  }
  /** Reads before it writes: another tab may have added or done something meanwhile. */
  const change = (edit: (deeds: WaitingDeed[]) => WaitingDeed[]) =>
    storage.setItem(STORAGE_KEY, JSON.stringify(edit(load())));
  const remove = (id: string) => change((all) => all.filter((deed) => deed.id !== id));
  const ready = (workspaceId: number) =>
    load().filter((deed) => deed.userId === userId && deed.workspaceId === workspaceId && !isHeld(deed.convId));

  const isWaiting = (id: string) => load().some((deed) => deed.id === id);

  async function work(workspaceId: number): Promise<void> {
    for (const deed of ready(workspaceId)) {
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
    /** A later one of the same kind takes the place of the one before. @returns the one before, for who takes the later one back. */
    add(deed: WaitingDeed): WaitingDeed | null {
      const isSame = ({ userId: whose, convId, what }: WaitingDeed) =>
        whose === deed.userId && convId === deed.convId && what.kind === deed.what.kind;
      const before = load().find(isSame) ?? null;
      // Decided on top of what was never done: what was seen then still counts.
      const next = before ? { ...deed, seen: before.seen } : deed;
      change((all) => [...all.filter((other) => !isSame(other)), next]);
      return before;
    },
    /** Takes one back, once it is known what becomes of it where it is just being asked for; false when it is done or told already. */
    takeBack: (id: string): Promise<boolean> =>
      exclusively(lockOf(id), () => {
        const isThere = isWaiting(id);
        if (isThere) remove(id);
        return Promise.resolve(isThere);
      }),
    waiting: (workspaceId: number): WaitingDeed[] =>
      load().filter((deed) => deed.userId === userId && deed.workspaceId === workspaceId),
    /** Does what can be done, in its order. Call it when the connection is back. */
    async flush(workspaceId: number): Promise<void> {
      if (isFlushing || ready(workspaceId).length === 0) return;
      isFlushing = true;
      await exclusively(STORAGE_KEY, () => work(workspaceId)).finally(() => (isFlushing = false));
    },
  };
}

/** No longer than this is anybody kept from leaving, in milliseconds. */
const LONGEST_MS = 2_000;

// None of it is needed before somebody leaves.
const deedQueue = () => import("../offline/deed-queue.ts");
const leftBehind = () => import("../offline/left-behind.ts");
const keptStore = () => import("../offline/kept-store.ts");

/** How much of a person's is still to be done or sent, and would be lost with what is forgotten. */
export async function countWaiting(userId: string): Promise<number> {
  const [{ deedsWaiting }, { unsentOf }] = await Promise.all([deedQueue(), leftBehind()]);
  return deedsWaiting(window.localStorage, userId) + unsentOf(window.localStorage, userId);
}

/** Nothing of what a person saw, wrote or decided stays in this browser behind a sign-out. */
export async function forgetPerson(userId: string): Promise<void> {
  const [{ dropDeeds }, { dropUnsent }] = await Promise.all([deedQueue(), leftBehind()]);
  dropDeeds(window.localStorage, userId);
  dropUnsent(window.localStorage, userId);
  await forgetSeen();
}

/** What was seen here last goes: all of it, or a workspace's where the seat was taken. Never in the way of who leaves. */
export async function forgetSeen(workspaceId?: number): Promise<void> {
  const forgotten = keptStore().then(({ forgetKept }) => forgetKept(workspaceId));
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]).catch(() => undefined);
}

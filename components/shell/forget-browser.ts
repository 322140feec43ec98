/** No longer than this is anybody kept from leaving, in milliseconds. */
const LONGEST_MS = 2_000;

// None of it is needed before somebody leaves.
const actionQueue = () => import("../offline/action-queue.ts");
const leftBehind = () => import("../offline/left-behind.ts");
const keptStore = () => import("../offline/kept-store.ts");

/** How much of a person's is still to be done or sent, and would be lost with what is forgotten. */
export async function countWaiting(userId: string): Promise<number> {
  const [{ actionsWaiting }, { unsentOf }] = await Promise.all([actionQueue(), leftBehind()]);
  return actionsWaiting(window.localStorage, userId) + unsentOf(window.localStorage, userId);
}

/** Nothing of what a person saw, wrote or decided stays in this browser behind a sign-out. */
export async function forgetPerson(userId: string): Promise<void> {
  const [{ dropActions }, { dropUnsent }] = await Promise.all([actionQueue(), leftBehind()]);
  dropActions(window.localStorage, userId);
  dropUnsent(window.localStorage, userId);
  await forgetSeen();
}

/** What was seen here last goes: all of it, or a workspace's where the seat was taken. Never in the way of who leaves. */
export async function forgetSeen(workspaceId?: number): Promise<void> {
  const forgotten = keptStore().then(({ forgetKept }) => forgetKept(workspaceId));
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]).catch(() => undefined);
}

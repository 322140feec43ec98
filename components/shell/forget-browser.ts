/** Signing out waits at most this long for the cleanup, in milliseconds. */
const LONGEST_MS = 2_000;

// Loaded on demand: only signing out needs these modules.
const actionQueue = () => import("../offline/action-queue.ts");
const leftBehind = () => import("../offline/left-behind.ts");
const keptStore = () => import("../offline/kept-store.ts");

/** The number of a person's pending actions and unsent messages, which `forgetPerson` would delete. */
export async function countWaiting(userId: string): Promise<number> {
  const [{ actionsWaiting }, { unsentOf }] = await Promise.all([actionQueue(), leftBehind()]);
  return actionsWaiting(window.localStorage, userId) + unsentOf(window.localStorage, userId);
}

/** Deletes everything in this browser that a person saw, wrote or queued, at sign-out. */
export async function forgetPerson(userId: string): Promise<void> {
  const [{ dropActions }, { dropUnsent }] = await Promise.all([actionQueue(), leftBehind()]);
  dropActions(window.localStorage, userId);
  dropUnsent(window.localStorage, userId);
  await forgetSeen();
}

/** Deletes cached data: all of it, or that of one workspace after the person lost access. Never blocks a sign-out. */
export async function forgetSeen(workspaceId?: number): Promise<void> {
  const forgotten = keptStore().then(({ forgetKept }) => forgetKept(workspaceId));
  await Promise.race([forgotten, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]).catch(() => undefined);
}

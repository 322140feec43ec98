import { createActionQueue, type ActionQueue } from "./action-queue.ts";

const NO_STORAGE = { getItem: () => null, setItem: () => undefined };
const queues = new Map<string, ActionQueue>();

/** What a person has done while the service could not be reached, on this browser's storage and tabs. */
export function actionQueueOf(userId: string): ActionQueue {
  const known = queues.get(userId);
  if (known) return known;
  const isBrowser = typeof window !== "undefined";
  const queue = createActionQueue({
    userId,
    storage: isBrowser ? window.localStorage : NO_STORAGE,
    exclusively: async (name, work) =>
      "locks" in navigator ? await navigator.locks.request(name, work) : await work(),
  });
  // A page that is drawn by the service keeps nothing of anybody.
  if (isBrowser) queues.set(userId, queue);
  return queue;
}

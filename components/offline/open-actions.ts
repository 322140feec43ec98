import { createActionQueue, type ActionQueue } from "./action-queue.ts";

const NO_STORAGE = { getItem: () => null, setItem: () => undefined };
const queues = new Map<string, ActionQueue>();

/** The person's action queue, in this browser's storage and shared by its tabs. */
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
  // On the server, keep no queue: it would be shared between people.
  if (isBrowser) queues.set(userId, queue);
  return queue;
}

import { z } from "zod";
import type { BulkAction } from "./bulk-documents.ts";

const STORAGE_KEY = "inbox-bulk";
const SAVED = z.array(z.object({ id: z.string(), workspaceId: z.number(), userId: z.string(), isUndo: z.boolean() }));

/** A bulk action whose end must still be shown. Contains no names, so that the tab can keep it across a reload. */
export type Watched = z.infer<typeof SAVED>[number];

type Place = { workspaceId: number; userId: string };

/** The bulk actions that this tab has started on any page and whose end is not shown yet. */
export function createBulkWatch(storage: () => Pick<Storage, "getItem" | "setItem">) {
  const listeners = new Set<() => void>();
  const waiters = new Map<string, () => void>();
  /** The service's first response for each action started on this page. */
  const begun = new Map<string, BulkAction>();

  function all(): Watched[] {
    try {
      return SAVED.parse(JSON.parse(storage().getItem(STORAGE_KEY) ?? "[]"));
    } catch {
      return [];
    }
  }
  function keep(watched: Watched[]): void {
    storage().setItem(STORAGE_KEY, JSON.stringify(watched));
  }

  return {
    /** @returns a promise that resolves when the action is over and its end was shown. */
    add(bulk: BulkAction, of: Omit<Watched, "id">): Promise<void> {
      const over = Promise.withResolvers<void>();
      waiters.set(bulk.id, over.resolve);
      begun.set(bulk.id, bulk);
      keep([...all(), { ...of, id: bulk.id }]);
      for (const listener of listeners) listener();
      return over.promise;
    },
    remove(id: string): void {
      keep(all().filter((watched) => watched.id !== id));
      waiters.get(id)?.();
      waiters.delete(id);
      begun.delete(id);
    },
    /** The first response for an action. null: an earlier page load started it. */
    begunAs: (id: string): BulkAction | null => begun.get(id) ?? null,
    of: (place: Place): Watched[] =>
      all().filter(({ workspaceId, userId }) => workspaceId === place.workspaceId && userId === place.userId),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const bulkWatch = createBulkWatch(() => window.sessionStorage);

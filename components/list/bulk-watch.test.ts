import { expect, test, vi } from "vitest";
import type { BulkAction } from "./bulk-documents.ts";
import { createBulkWatch } from "./bulk-watch.ts";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};
const bulk = { id: "b1", state: "queued" } as BulkAction;
const place = { workspaceId: 1, userId: "ana" };

test("an action's end is still to be told after a reload, to its person in its workspace", async () => {
  const watch = createBulkWatch(() => storage);
  const listener = vi.fn();
  watch.subscribe(listener);
  const over = watch.add(bulk, { ...place, isUndo: false });
  expect(listener).toHaveBeenCalledOnce();
  expect(watch.begunAs("b1")).toBe(bulk);

  const reloaded = createBulkWatch(() => storage);
  expect(reloaded.of(place)).toEqual([{ id: "b1", ...place, isUndo: false }]);
  expect([reloaded.of({ ...place, userId: "eva" }), reloaded.of({ ...place, workspaceId: 2 })]).toEqual([[], []]);
  expect(reloaded.begunAs("b1")).toBeNull();

  watch.remove("b1");
  await over;
  expect(createBulkWatch(() => storage).of(place)).toEqual([]);
});

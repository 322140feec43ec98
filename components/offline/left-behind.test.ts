import { expect, test } from "vitest";
import { dropUnsent, unsentOf } from "./left-behind.ts";

function storageOf(entries: Record<string, unknown>) {
  const kept = new Map(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)]));
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("what a person wrote and did not send is counted and dropped, of that person alone", () => {
  const storage = storageOf({
    "inbox-outbox": [
      { id: "1", userId: "ana", content: "Hi" },
      { id: "2", userId: "bob" },
    ],
    "inbox-draft:1:ana:c1:reply": { text: "half", isDirty: true },
    "inbox-draft:2:ana:c9:note": { text: "with the service", isDirty: false },
    "inbox-draft:1:bob:c1:reply": { text: "his", isDirty: true },
    other: "stays",
  });
  expect(unsentOf(storage, "ana")).toBe(2);
  dropUnsent(storage, "ana");
  expect(unsentOf(storage, "ana")).toBe(0);
  expect([...storage.kept.keys()]).toEqual(["inbox-outbox", "inbox-draft:1:bob:c1:reply", "other"]);
  expect(unsentOf(storage, "bob")).toBe(2);
});

test("a storage that was never written, or that somebody broke, holds nothing", () => {
  expect(unsentOf(storageOf({}), "ana")).toBe(0);
  const broken = storageOf({ "inbox-outbox": { no: "list" }, "inbox-draft:1:ana:c1:reply": [] });
  expect(unsentOf(broken, "ana")).toBe(0);
  dropUnsent(broken, "ana");
  expect(broken.getItem("inbox-outbox")).toBe("[]");
});

test("one broken message hides none of the others, and goes with the next sign-out", () => {
  const bobs = { id: "2", userId: "bob", content: "his" };
  const storage = storageOf({ "inbox-outbox": [null, { id: "1", userId: "ana" }, { id: "3" }, bobs] });
  expect(unsentOf(storage, "ana")).toBe(1);
  dropUnsent(storage, "ana");
  expect(JSON.parse(storage.getItem("inbox-outbox") ?? "")).toEqual([bobs]);
});

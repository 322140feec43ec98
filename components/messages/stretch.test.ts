import { expect, test } from "vitest";
import { joinThread } from "./stretch.ts";

const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ messageId: `m${from + i}`, seq: from + i, status: "sent" }));
const seqs = (part: { messages: { seq: number }[] } | null) => part?.messages.map(({ seq }) => seq) ?? null;
const between = { hasOlder: true, hasNewer: true };
const thread = { messages: messages(90, 100), hasOlder: true };

test("a stretch with others between it and the thread stays apart", () => {
  expect(joinThread(thread, { messages: messages(50, 88), ...between })).toBeNull();
});

test("one that touches the thread, or overlaps it, grows into it", () => {
  const touching = joinThread(thread, { messages: messages(50, 89), ...between });
  expect(seqs(touching)).toEqual(seqs({ messages: messages(50, 100) }));
  expect(touching?.hasOlder).toBe(true);
  expect(joinThread(thread, { messages: messages(1, 95), hasOlder: false, hasNewer: true })?.hasOlder).toBe(false);
});

test("one inside the thread changes nothing of what it begins with", () => {
  const joined = joinThread({ ...thread, hasOlder: false }, { messages: messages(92, 94), ...between });
  expect(seqs(joined)).toEqual(seqs(thread));
  expect(joined?.hasOlder).toBe(false);
});

test("the thread's copy of a message wins: it follows what happens", () => {
  const read = { ...thread, messages: thread.messages.map((message) => ({ ...message, status: "read" })) };
  const joined = joinThread(read, { messages: messages(85, 92), ...between });
  expect(joined?.messages.filter(({ status }) => status === "read").map(({ seq }) => seq)).toEqual(seqs(thread));
});

test("without a thread there is nothing to grow into", () => {
  expect(joinThread(undefined, { messages: messages(1, 2), hasOlder: false, hasNewer: false })).toBeNull();
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeByTime } from "./merge-by-time.ts";

const said = (convId: string, ...minutes: number[]) =>
  minutes.map((minute) => ({ convId, createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() }));
const minutesOf = (messages: readonly { createdAt: string }[]) =>
  messages.map(({ createdAt }) => new Date(createdAt).getUTCMinutes());

test("conversations are interleaved by time", () => {
  const merged = mergeByTime([
    { convId: "a", messages: said("a", 1, 4, 5), hasOlder: false },
    { convId: "b", messages: said("b", 2, 3, 9), hasOlder: false },
  ]);
  expect(minutesOf(merged.messages)).toEqual([1, 2, 3, 4, 5, 9]);
  expect(merged.behind).toBeNull();
});

test("nothing is shown from before the loaded part of any of them, and that one is loaded next", () => {
  const merged = mergeByTime([
    { convId: "a", messages: said("a", 1, 4, 5), hasOlder: true },
    { convId: "b", messages: said("b", 3, 9), hasOlder: true },
    { convId: "c", messages: said("c", 2, 8), hasOlder: false },
  ]);
  expect(minutesOf(merged.messages)).toEqual([3, 4, 5, 8, 9]);
  expect(merged.behind).toBe("b");
});

test("loading what is behind page by page shows every message once, and never one above a visible one", () => {
  const conv = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(conv, { minLength: 1, maxLength: 4 }), (all) => {
      const whole = all.map((minutes, index) => said(String(index), ...minutes.toSorted((a, b) => a - b)));
      const loaded = whole.map((messages) => Math.min(3, messages.length));
      const view = () =>
        mergeByTime(
          whole.map((messages, index) => {
            const count = loaded[index] ?? 0;
            const shown = messages.slice(messages.length - count);
            return { convId: String(index), messages: shown, hasOlder: count < messages.length };
          }),
        );
      let { messages, behind } = view();
      while (behind !== null) {
        const index = Number(behind);
        loaded[index] = Math.min((loaded[index] ?? 0) + 3, whole[index]?.length ?? 0);
        const next = view();
        expect(next.messages.slice(next.messages.length - messages.length)).toEqual(messages);
        ({ messages, behind } = next);
      }
      expect(messages).toHaveLength(whole.flat().length);
    }),
  );
});

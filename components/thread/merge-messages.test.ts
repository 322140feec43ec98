import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasGap, mergeMessages } from "./merge-messages.ts";

const message = (seq: number, status = "sent") => ({ messageId: `m${seq}`, seq, status });

describe("mergeMessages", () => {
  test("joins a newest-first page to what is known, oldest first and each once", () => {
    const merged = mergeMessages([message(1), message(2)], [message(4), message(3), message(2)]);
    expect(merged.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  test("an answer that is older than a receipt does not take the receipt back", () => {
    expect(mergeMessages([message(1, "read")], [message(1, "sent")])).toEqual([message(1, "read")]);
    expect(mergeMessages([message(1, "sent")], [message(1, "read")])).toEqual([message(1, "read")]);
  });

  test("whatever the order and repetition of answers, the result is the same", () => {
    const statuses = fc.constantFrom("pending", "sent", "failed", "delivered", "read", "played");
    const answers = fc.array(fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), statuses), { maxLength: 5 }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(answers, (lists) => {
        const pages = lists.map((list) => list.map(([seq, status]) => message(seq, status)));
        const join = (all: typeof pages) =>
          all.reduce((known, page) => mergeMessages(known, page), [] as ReturnType<typeof message>[]);
        expect(join([...pages].reverse())).toEqual(join(pages));
        expect(join([...pages, ...pages])).toEqual(join(pages));
      }),
    );
  });
});

describe("hasGap", () => {
  test.each([
    ["pages overlap", [1, 2, 3], [5, 4, 3], false, false],
    ["pages touch", [1, 2, 3], [5, 4], false, false],
    ["messages between are missing", [1, 2, 3], [9, 8], false, true],
    ["the page holds the whole conversation", [5], [9, 8], true, false],
    ["nothing is known yet", [], [9, 8], false, false],
  ])("%s", (_, known, page, reachesStart, expected) => {
    expect(
      hasGap(
        known.map((seq) => message(seq)),
        page.map((seq) => message(seq)),
        reachesStart,
      ),
    ).toBe(expected);
  });
});

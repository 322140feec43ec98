import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MessageStatus } from "../generated/prisma/enums.ts";
import { raisedStatus, STATUS_ORDER } from "./status-order.ts";

const reports = fc.array(fc.constantFrom(...STATUS_ORDER), { maxLength: 8 });
const after = (statuses: readonly MessageStatus[]) => statuses.reduce(raisedStatus, "pending" as MessageStatus);

test("the order is the database's own", () => {
  expect(STATUS_ORDER).toEqual(Object.values(MessageStatus));
});

test("reports in any order and with any repetition end at the same status, the highest of them", () => {
  fc.assert(
    fc.property(
      reports.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list, ...list], { minLength: 0 })),
      ),
      ([list, mixed]) => {
        const highest = STATUS_ORDER[Math.max(0, ...list.map((status) => STATUS_ORDER.indexOf(status)))];
        expect(after(list)).toBe(highest);
        expect(after([...mixed, ...list])).toBe(highest);
        expect(after([...list, ...mixed].reverse())).toBe(highest);
      },
    ),
    { numRuns: 10_000 },
  );
});

test("every sequence of up to six reports ends at its highest: 19,530 of them, none left out", () => {
  const REPORTS = ["sent", "failed", "delivered", "read", "played"] as const;
  let sequences: MessageStatus[][] = [[]];
  let count = 0;
  for (let length = 1; length <= 6; length++) {
    sequences = sequences.flatMap((sequence) => REPORTS.map((report) => [...sequence, report]));
    for (const sequence of sequences) {
      const rank = Math.max(...sequence.map((status) => STATUS_ORDER.indexOf(status)));
      if (after(sequence) !== STATUS_ORDER[rank]) expect.fail(sequence.join(", "));
    }
    count += sequences.length;
  }
  expect(count).toBe(19_530);
});

test.each([
  ["read", "delivered", "read"],
  ["failed", "sent", "failed"],
  ["failed", "delivered", "delivered"],
  ["delivered", "failed", "delivered"],
  ["read", "played", "played"],
] as const)("%s then %s is %s", (first, second, end) => {
  expect(after([first, second])).toBe(end);
});

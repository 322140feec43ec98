import { describe, expect, test } from "vitest";
import {
  FIELD_KEY,
  parseQuery,
  printQuery,
  withLastTerm,
  withoutTerm,
  withTerm,
  type ConvQuery,
  type QueryField,
  type Term,
} from "./conv-query.ts";

describe("what is written", () => {
  test.each<[string, Partial<ConvQuery>]>([
    ["maria silva", { words: ["maria", "silva"] }],
    ['"maria silva"', { words: ["maria silva"] }],
    [
      "is:open owner:me",
      {
        groups: [
          [
            { field: "state", op: "is", values: ["open"] },
            { field: "owner", op: "is", values: ["me"] },
          ],
        ],
      },
    ],
    [
      "tag:vip or has:failed",
      { groups: [[{ field: "tag", op: "is", values: ["vip"] }], [{ field: "has", op: "is", values: ["failed"] }]] },
    ],
    ['-tag:"a b",c', { groups: [[{ field: "tag", op: "isNot", values: ["a b", "c"] }]] }],
    [
      'owner:"Ana María",me refund',
      { groups: [[{ field: "owner", op: "is", values: ["Ana María", "me"] }]], words: ["refund"] },
    ],
    [
      "window:<2h last:>7d",
      {
        groups: [
          [
            { field: "window", op: "within", values: ["2h"] },
            { field: "lastMessage", op: "beyond", values: ["7d"] },
          ],
        ],
      },
    ],
    ["created:>2026-11-01", { groups: [[{ field: "created", op: "after", values: ["2026-11-01"] }]] }],
    ["-sla:none", { groups: [[{ field: "sla", op: "isNot", values: ["none"] }]] }],
    ["sla:soon", { unknown: ["sla:soon"] }],
    ["window:closed", { groups: [[{ field: "window", op: "is", values: ["closed"] }]] }],
    ["colour:red is:green tag: created:soon", { unknown: ["colour:red", "is:green", "tag:", "created:soon"] }],
    ['tag:"half', { groups: [[{ field: "tag", op: "is", values: ["half"] }]] }],
    ["or or", {}],
    ["10:30", { words: ["10:30"] }],
  ])("%s", (text, query) => {
    expect(parseQuery(text)).toEqual({ groups: [], words: [], unknown: [], ...query });
  });
});

/** A seeded random generator, so that failures can be reproduced. */
function random(seed: number) {
  let state = seed;
  return (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
}

const TEXTS = [
  "vip",
  "a b",
  'say "hi"',
  "or",
  "x,y",
  "<2h",
  "back\\slash",
  "é🙂",
  "a:b",
  "-minus",
  "owner:me",
  "  ",
  ",",
  ":",
  '\\"',
];
const VALUES: Partial<Record<QueryField, string[]>> = {
  state: ["open", "ended", "snoozed", "waiting", "dormant"],
  ai: ["yes", "no"],
  unread: ["yes", "no"],
  has: ["failed", "draft", "mention"],
  rating: ["1", "5", "10"],
  wrote: ["client/2026-11-01/2026-11-02", "program/2026-11-01/2026-11-02/5-14/Europe/Berlin"],
  given: ["0190a000-0000-7000-8000-000000000001/2026-11-01/2026-11-02"],
  answered: ["person", "0190a000-0000-7000-8000-000000000001/2026-11-01/2026-11-02"],
  turn: ["0190a000-0000-7000-8000-000000000001/2026-11-01/2026-11-02/handedOver"],
};

function someTerm(next: (below: number) => number): Term {
  const fields = Object.keys(FIELD_KEY) as QueryField[];
  const field = fields[next(fields.length)] ?? "tag";
  if (["created", "lastMessage", "endedAt", "rated", "window"].includes(field)) {
    const isLength = field === "window" || next(2) === 0;
    const [op, value] = isLength
      ? ([next(2) ? "within" : "beyond", `${next(99) + 1}${"mhd"[next(3)] ?? "h"}`] as const)
      : ([next(2) ? "before" : "after", `2026-1${next(3)}-0${next(9) + 1}`] as const);
    return { field, op, values: [value] };
  }
  const offered = VALUES[field] ?? TEXTS.filter((text) => text.trim());
  const values = Array.from({ length: next(3) + 1 }, () => offered[next(offered.length)] ?? "vip");
  return { field, op: next(2) ? "is" : "isNot", values };
}

test("what is printed is read as the same query, whatever stands in it", () => {
  const next = random(7);
  for (let round = 0; round < 2_000; round += 1) {
    const groups = Array.from({ length: next(4) }, () => Array.from({ length: next(3) + 1 }, () => someTerm(next)));
    const words = Array.from({ length: next(3) }, () => TEXTS[next(TEXTS.length)] ?? "");
    const unknown = Array.from({ length: next(2) }, () => "colour:red");
    const query = { groups, words, unknown };
    expect([round, parseQuery(printQuery(query))]).toEqual([round, query]);
  }
});

test("a chip is put behind the last ones or begins another group, is changed in its place, and taken out", () => {
  const query = parseQuery("tag:a or tag:b word");
  const term: Term = { field: "unread", op: "is", values: ["yes"] };
  expect(printQuery(withLastTerm(query, term, false))).toBe("tag:a or tag:b unread:yes word");
  expect(printQuery(withLastTerm(query, term, true))).toBe("tag:a or tag:b or unread:yes word");
  expect(printQuery(withTerm(query, term, { group: 0, index: 0 }))).toBe("unread:yes or tag:b word");
  expect(printQuery(withoutTerm(query, { group: 0, index: 0 }))).toBe("tag:b word");
  for (const isOr of [false, true])
    expect(printQuery(withLastTerm(parseQuery("word"), term, isOr))).toBe("unread:yes word");
});

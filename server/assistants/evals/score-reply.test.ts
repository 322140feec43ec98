import { describe, expect, test } from "vitest";
import { quote, say } from "../../say.ts";
import type { Expects } from "./expects.ts";
import { isRight, scoreReply, type ScoredReply } from "./score-reply.ts";

const REPLY: ScoredReply = {
  text: "You have 30 days, and it costs € 4.90.",
  file: null,
  handover: null,
  end: false,
  tags: ["return"],
  fields: { email: "Ana@Example.com" },
  isUnanswered: false,
  cited: ["Returns", "https://shop.example/returns"],
};

describe("each expectation, met and missed", () => {
  test.each<[string, Expects, Partial<ScoredReply>, boolean]>([
    ["contains", { contains: ["30 days", "4,90 €"] }, {}, true],
    ["contains, one missing", { contains: ["30 days", "free"] }, {}, false],
    ["contains, nothing said", { contains: ["30 days"] }, { text: null }, false],
    ["containsNot", { containsNot: ["14 days", "free"] }, {}, true],
    ["containsNot, said", { containsNot: ["€4.90"] }, {}, false],
    ["cites a title", { cites: ["returns"] }, {}, true],
    ["cites an address", { cites: ["https://shop.example/returns"] }, {}, true],
    ["cites another", { cites: ["Shipping"] }, {}, false],
    ["cites one of two", { cites: ["Returns", "Shipping"] }, {}, false],
    ["cites nothing", { cites: ["Returns"] }, { cited: [] }, false],
    ["refuses, and it answers", { refuses: true }, {}, false],
    ["refuses by saying so", { refuses: true }, { isUnanswered: true }, true],
    ["refuses by handing over", { refuses: true }, { handover: { reason: quote("it found nothing") } }, true],
    ["refuses by saying nothing", { refuses: true }, { text: null }, true],
    [
      "refuses by saying nothing, and sends a file",
      { refuses: true },
      { text: null, file: { type: "document", url: "https://shop.example/bill.pdf" } },
      false,
    ],
    ["refuses not", { refuses: false }, {}, true],
    ["refuses not, and it does", { refuses: false }, { isUnanswered: true }, false],
    ["handsOver", { handsOver: true }, { handover: { reason: say("reason.asked") } }, true],
    ["handsOver, and it does not", { handsOver: true }, {}, false],
    ["handsOver not", { handsOver: false }, {}, true],
    ["ends", { ends: true }, { end: true }, true],
    ["ends not, and it does", { ends: false }, { end: true }, false],
    ["tags", { tags: ["Return"] }, { tags: ["order", "return"] }, true],
    ["tags, another", { tags: ["order"] }, {}, false],
    ["no tags", { tags: [] }, { tags: [] }, true],
    ["no tags, and there is one", { tags: [] }, {}, false],
    ["fields", { fields: { email: "ana@example.com" } }, {}, true],
    ["fields, another value", { fields: { email: "eve@example.com" } }, {}, false],
    ["fields, none", { fields: { phone: "+48600100200" } }, {}, false],
    ["all of it", { contains: ["30"], cites: ["Returns"], refuses: false, tags: ["return"] }, {}, true],
    ["all of it but one", { contains: ["30"], cites: ["Returns"], handsOver: true }, {}, false],
  ])("%s", (_, expects, more, right) => {
    expect(isRight(scoreReply(expects, { ...REPLY, ...more }))).toBe(right);
  });
});

test("every part of an expectation is a check of its own, with what was found", () => {
  const expects: Expects = {
    contains: ["30 days", "free"],
    cites: ["Shipping"],
    handsOver: true,
    tags: ["order"],
    fields: { email: "eve@example.com", phone: "1" },
  };
  expect(scoreReply(expects, REPLY)).toEqual([
    { kind: "contains", expected: "30 days", passed: true, found: null },
    { kind: "contains", expected: "free", passed: false, found: null },
    { kind: "cites", expected: "Shipping", passed: false, found: REPLY.cited },
    { kind: "handsOver", expected: true, passed: false, found: false },
    { kind: "tags", expected: "order", passed: false, found: ["return"] },
    { kind: "fields", expected: { email: "eve@example.com" }, passed: false, found: { email: "Ana@Example.com" } },
    { kind: "fields", expected: { phone: "1" }, passed: false, found: { phone: null } },
  ]);
});

test("what was not judged is no pass", () => {
  const passed = { kind: "contains", expected: "x", passed: true, found: null } as const;
  expect(isRight([passed])).toBe(true);
  expect(isRight([passed, { kind: "judge", expected: "is polite", passed: null, found: "Not judged: …" }])).toBe(false);
});

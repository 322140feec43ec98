import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainFacts, standsIn } from "./score-reply.ts";

describe("one spelling", () => {
  test.each([
    ["€ 39,90", "39.9 eur"],
    ["39.90 EUR", "39.9 eur"],
    ["39,90 €", "39.9 eur"],
    ["€39.90", "39.9 eur"],
    ["39.9 euros", "39.9 eur"],
    ["$1,200.50", "1200.5 usd"],
    ["1.200,50 US$", "1200.5 usd"],
    ["1\u00a0200 zł", "1200 pln"],
    ["1'200 CHF", "1200 chf"],
    ["£5", "5 gbp"],
    ["1,000", "1000"],
    ["1.000.000", "1000000"],
    ["0.500", "0.5"],
    ["30.00", "30"],
    ["12.03.2026", "12.03.2026"],
    ["9:30", "9:30"],
    ["192.168.1.1", "192.168.1.1"],
    ["50 %", "50%"],
    ["50 per cent", "50%"],
    ["50 Prozent", "50%"],
    ["“Free” returns – *always*", "free returns - always"],
    ["Don’t", "don't"],
    ["snake_case __bold__", "snake_case bold"],
    ["a\u200bb\n\n c", "ab c"],
  ])("%j is %j", (text, plain) => expect(plainFacts(text)).toBe(plain));

  test("a plain text is as plain as can be", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const plain = plainFacts(text);
        expect(plainFacts(plain)).toBe(plain);
      }),
      { numRuns: 300 },
    );
  });
});

describe("stands in", () => {
  test.each([
    ["You have 14 days to return it.", "14 days"],
    ["It costs €39.90 a month.", "39,90 €"],
    ["Refunds take a week", "refund"],
    ["Der Versand kostet 4,90 EUR.", "€4.90"],
    ["Bis zu 1.000 MBit/s", "1,000 mbit/s"],
    ["in 2 weeks.", "2 weeks"],
    ["30 days, no more", "30 days"],
    ["退货期限为三十天", "三十天"],
    ["We reply “within 24 h”", "within 24 h"],
  ])("%j says %j", (text, fact) => expect(standsIn(text, fact)).toBe(true));

  test.each([
    ["You have 14 days.", "4 days"],
    ["It costs €50.", "€5"],
    ["Open from 7:30", "30"],
    ["Start now", "art"],
    ["It costs 39.95 EUR", "39.9 EUR"],
    ["Version 1.20", "1.2.3"],
    ["anything", "  "],
    ["", "something"],
  ])("%j does not say %j", (text, fact) => expect(standsIn(text, fact)).toBe(false));

  test("whatever stands between other words is found", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,8}( [a-z0-9]{2,6}){0,3}$/), fc.nat(999), (fact, number) => {
        expect(standsIn(`Well: “${fact.toUpperCase()}” is ${number} €.`, fact)).toBe(true);
        expect(standsIn(`It costs ${number} €.`, `${number} EUR`)).toBe(true);
        expect(standsIn(`It costs ${number}7 €.`, `${number} EUR`)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

import { describe, expect, it } from "vitest";
import { normaliseFact } from "./normalise-fact.ts";
import { isRight, type Expectation, type JudgedReply } from "./score.ts";

const reply = (more: Partial<JudgedReply> = {}): JudgedReply => ({
  text: "You have **14 days**; the fee is 39,90 €.",
  handover: false,
  cited: ["terms.txt"],
  ...more,
});
const asks = (...contains: string[][]): Expectation => ({ contains, cites: ["terms.txt", "faq.md"] });
const REFUSES: Expectation = { refuses: true };

describe("one spelling for what can be written in several ways", () => {
  it.each([
    ["39,90 €", "€39.90"],
    ["39.90 EUR", "€ 39,9"],
    ["EUR 39.90", "39,90 euros"],
    ["£12", "12.00 pounds"],
    ["1.200 €", "€1,200.00"],
    ["1,200.50", "1.200,50"],
    ["five years", "5 years"],
    ["fünf Jahre", "5 Jahre"],
    ["siete días", "7 días"],
    ["quatorze jours", "14 jours"],
    ["five to eight days", "5–8 days"],
    ["zwei bis drei", "2 - 3"],
    ["10 %", "ten percent"],
    ["10 Prozent", "10%"],
    ["09:00–17:30", "9:00-17:30"],
    ["don’t", "DON'T"],
    ["“packed”", '"packed"'],
    ["up to *7* days", "up to **seven** days"],
    ["3 kg", "3\u00a0kg"],
  ])("%s is %s", (one, other) => {
    expect(normaliseFact(one)).toBe(normaliseFact(other));
  });

  it.each([
    ["28.02.2026", "28.022026"],
    ["192.168.178.1", "192168178.1"],
    ["0.490", "490"],
    ["1.5", "15"],
    ["39,90 €", "39,90 £"],
    ["39.90", "39.09"],
  ])("%s is not %s", (one, other) => {
    expect(normaliseFact(one)).not.toBe(normaliseFact(other));
  });

  it("gives a sign between two numbers to the one that it stands behind", () => {
    expect(normaliseFact("39,90 € 5 Tage")).toBe("€39.9 5 tage");
    expect(normaliseFact("from €5 to €8")).toBe("from €5 to €8");
  });

  it("changes nothing more when it is done twice", () => {
    for (const text of ["39,90 € 5 Tage", "five to eight, 1.200,50 EUR, 10 %", "“a” – b"]) {
      expect(normaliseFact(normaliseFact(text))).toBe(normaliseFact(text));
    }
  });
});

describe("an answer", () => {
  it("is right when it says every fact and names a file that holds them", () => {
    expect(isRight(asks(["14 days"], ["€39.90"]), reply())).toEqual({ passed: true, failed: [] });
    expect(isRight(asks(["two weeks", "fourteen days"]), reply({ cited: ["other.md", "faq.md"] })).passed).toBe(true);
  });

  it("says what is wrong with it", () => {
    expect(isRight(asks(["30 days", "a month"], ["€39.90"]), reply({ handover: true, cited: ["other.md"] }))).toEqual({
      passed: false,
      failed: ["handed over", 'does not say "30 days" or "a month"', "cites nothing of terms.txt, faq.md"],
    });
    expect(isRight(asks(["14 days"]), reply({ text: null, cited: [] })).failed).toHaveLength(2);
  });

  it.each([
    ["4 days", "You have 14 days."],
    ["€5", "It costs €50."],
    ["€5", "It costs €5.50."],
    ["30", "From 7:30 on."],
    ["5 days", "It takes 3–5 days."],
    ["30", "30:15 is no time."],
    ["car", "A carpet."],
    ["age", "The package."],
    ["", "Anything."],
  ])('does not find "%s" in "%s"', (fact, text) => {
    expect(isRight(asks([fact]), reply({ text })).passed).toBe(false);
  });

  it.each([
    ["day", "Seven days."],
    ["5 Tag", "Nach 5 Tagen."],
    ["€5", "It costs €5."],
    ["12", "It costs £12.00 a piece."],
    ["c++ (v2.0)", "In C++ (v2.0) only."],
    ["3–5 days", "It takes three to five days."],
  ])('finds "%s" in "%s"', (fact, text) => {
    expect(isRight(asks([fact]), reply({ text })).passed).toBe(true);
  });
});

describe("a question without an answer", () => {
  it.each<[string, Partial<JudgedReply>, string[]]>([
    ["silent handover", { text: null, handover: true, cited: [] }, []],
    ["silence", { text: " ", cited: ["terms.txt"] }, []],
    ["a word on the way to a person", { text: "A colleague will help.", handover: true, cited: [] }, []],
    ["an answer from a source", {}, ["answered and did not hand over", "answered from terms.txt"]],
    ["an answer from nowhere", { cited: [] }, ["answered and did not hand over"]],
    ["an answer, then a person", { handover: true }, ["answered from terms.txt"]],
  ])("%s", (_case, more, failed) => {
    expect(isRight(REFUSES, reply(more))).toEqual({ passed: failed.length === 0, failed });
  });
});

import { describe, expect, test } from "vitest";
import { createTranslator } from "next-intl";
import { en } from "../i18n/messages/en.ts";
import { expectationWords, expectsForm, expectsOf, expectsWords, foundWords, readExpects } from "./eval-expects.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "assistants" });

describe("the form of what is expected", () => {
  test.each([
    [{ contains: ["4.90", "working days"], cites: ["Delivery"] }],
    [{ refuses: true }],
    [{ refuses: false, handsOver: true, ends: false }],
    [{ tags: [] }],
    [{ tags: ["billing"], fields: { email: "ana@example.com" }, judge: "Stays polite." }],
    [{ containsNot: ["free"] }],
  ])("gives back %j as it came", (stored) => {
    expect(expectsOf(expectsForm(readExpects(stored)))).toEqual(stored);
  });

  test("leaves out rows that say nothing", () => {
    const form = expectsForm({});
    form.fields.push({ id: "1", name: "email", value: "  " }, { id: "2", name: "", value: "Ana" });
    form.judge = "  ";
    expect(expectsOf(form)).toEqual({});
  });

  test("no tag at all stands above tags that were written before", () => {
    expect(expectsOf({ ...expectsForm({ tags: ["billing"] }), isUntagged: true })).toEqual({ tags: [] });
  });

  test("what the service does not send this way is nothing", () => {
    expect(readExpects({ contains: 4 })).toEqual({});
    expect(readExpects(null)).toEqual({});
  });
});

describe("expectations in words", () => {
  test("one clause for each, in the order in which they are checked", () => {
    expect(
      expectsWords(
        {
          judge: "Stays polite.",
          fields: { email: "ana@example.com" },
          tags: ["billing"],
          handsOver: true,
          refuses: false,
          cites: ["Delivery"],
          containsNot: ["free"],
          contains: ["4.90", "2 days"],
        },
        t,
      ),
    ).toEqual([
      "contains “4.90”",
      "contains “2 days”",
      "does not contain “free”",
      "draws on “Delivery”",
      "gives an answer",
      "hands over to a person",
      "sets the tag “billing”",
      "takes down E-mail “ana@example.com”",
      "keeps the rule “Stays polite.”",
    ]);
    expect(expectsWords({ tags: [] }, t)).toEqual(["sets no tag"]);
  });

  test.each([
    ["cites", ["Returns", "Delivery"], "It used “Returns”, “Delivery”."],
    ["cites", [], "It used nothing."],
    ["tags", ["billing"], "It set “billing”."],
    ["fields", { email: null }, "It saved nothing."],
    ["fields", { email: "a@b.example" }, "It saved E-mail “a@b.example”."],
    ["judge", "it is rude", "It is rude."],
    ["answered", "the model's key was refused", "The model's key was refused."],
    ["contains", null, null],
    ["refuses", true, null],
  ])("what was found for %s %j is said as %j", (kind, found, words) => {
    expect(foundWords(kind, found, t)).toBe(words);
  });

  test("a check of an answer that was not given", () => {
    expect(expectationWords("answered", true, t)).toBe("answers");
  });
});

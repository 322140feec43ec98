import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutKeywords } from "./keywords.ts";

const NOTHING = { handover: false, end: false };
const HANDOVER = { handover: true, end: false };
const END = { handover: false, end: true };

describe("keywords in a reply", () => {
  test.each<[string, string | null, object]>([
    ["#HANDOVER#", null, HANDOVER],
    ["#END#", null, END],
    ["Goodbye! #END#", "Goodbye!", END],
    ["#HANDOVER# One moment, please.", "One moment, please.", HANDOVER],
    ["I cannot say.\n\n#HANDOVER#\n\nSomebody will.", "I cannot say.\n\nSomebody will.", HANDOVER],
    ["First line\n#END#\nsecond line", "First line\nsecond line", END],
    ["One #END# two", "One two", END],
    ["One #END#.", "One.", END],
    ["One#END#two", "Onetwo", END],
    // A handover takes precedence, so that the person finds the conversation open.
    ["#END# and #HANDOVER#", "and", HANDOVER],
    ["#HANDOVER#END#", null, HANDOVER],
    ["#HANDOVER##END#", null, HANDOVER],
    // Variants that models write.
    ["#handover#", null, HANDOVER],
    ["Bye **#End#**", "Bye", END],
    ["Bye `#END#`", "Bye", END],
    ["Bye __#END#__ now", "Bye now", END],
    ["Bye \\#END\\#", "Bye", END],
    ["Bye ＃END＃", "Bye", END],
    ["Bye #E\u200bN\u2060D#", "Bye", END],
    ["Bye #\ufeffHAND\u00adOVER\u200d#", "Bye", HANDOVER],
    ["\u200b#END#\u200b", null, END],
    // Removing one keyword joins the halves of another.
    ["#EN#END#D#", null, END],
    ["#HAND#END#OVER#", null, HANDOVER],
    ["Bye #E#HANDOVER#ND#", "Bye", HANDOVER],
  ])("%j leaves %j", (reply, text, flags) => {
    expect(cutKeywords(reply)).toEqual({ text, ...flags });
  });

  test.each([
    "Nothing here.",
    "  white space stays  ",
    "Use the tag #END or #HANDOVER",
    "#ENDING# and #HANDOVERS# and #THE END# and # END #",
    "# END\n# Next heading",
    "The key # is on the phone's keyboard, press #END",
    "a*b*c `code` **bold** \\# \u200d👩‍👩‍👧",
  ])("%j stays as it is", (reply) => {
    expect(cutKeywords(reply)).toEqual({ text: reply, ...NOTHING });
  });

  test.each(["", "   \n ", "\u200b\ufeff"])("%j is nothing to be read", (reply) => {
    expect(cutKeywords(reply)).toEqual({ text: null, ...NOTHING });
  });
});

/** Anything that may cause problems between and around keywords. */
const scrap = fc.constantFrom(
  "#",
  "＃",
  "\\",
  "*",
  "`",
  "_",
  "\u200b",
  "\u00ad",
  "E",
  "n",
  "D",
  "HAND",
  "over",
  " ",
  "\n",
  "a",
);
const hidden = fc.constantFrom("", "\u200b", "\u2060", "\ufeff");
const keyword = fc
  .tuple(fc.constantFrom("HANDOVER", "END"), fc.boolean(), hidden)
  .map(([word, isSmall, between]) => `#${[...(isSmall ? word.toLowerCase() : word)].join(between)}#`);
const reply = fc
  .array(fc.oneof({ weight: 3, arbitrary: scrap }, keyword, fc.string({ unit: "grapheme", maxLength: 8 })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(""));

test("nothing of a keyword is left, whatever it is wrapped in", () => {
  fc.assert(
    fc.property(reply, (text) => {
      const seen = (cutKeywords(text).text ?? "").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
      expect(seen).not.toMatch(/[#＃]\\?(?:HANDOVER|END)\\?[#＃]/i);
    }),
    { numRuns: 2_000 },
  );
});

test("text without a keyword comes back as it was", () => {
  const plain = fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[#＃]/g, "%"));
  fc.assert(
    fc.property(plain, (text) => {
      const { text: left, handover, end } = cutKeywords(text);
      expect([left ?? "", handover, end]).toEqual([left === null ? "" : text, false, false]);
    }),
    { numRuns: 400 },
  );
  // Building the table of all characters takes seconds.
}, 120_000);

test("a keyword between two texts takes nothing of them away but white space", () => {
  const word = fc.string({ unit: fc.constantFrom(..."abcäöü漢 ."), minLength: 1 });
  fc.assert(
    fc.property(word, keyword, word, (before, found, after) => {
      const bare = (text: string) => text.replace(/\s/g, "");
      expect(bare(cutKeywords(before + found + after).text ?? "")).toBe(bare(before + after));
    }),
    { numRuns: 400 },
  );
});

test("cuts a long reply full of keywords in no time", () => {
  const began = performance.now();
  expect(cutKeywords("*_`~#EN\u200b".repeat(5_000) + "#END#").end).toBe(true);
  expect(cutKeywords(`${"\u200b".repeat(20_000)}#${"\u200b".repeat(20_000)}`).end).toBe(false);
  expect(cutKeywords("word #END# ".repeat(2_000)).text).toBe("word ".repeat(2_000).trim());
  // A long text from a customer's server must not block the worker.
  expect(cutKeywords("a".repeat(500_000) + "#END#".repeat(100_000)).end).toBe(false);
  expect(cutKeywords("a".repeat(35_000) + "#END#".repeat(7_000)).text).toBe("a".repeat(35_000));
  expect(cutKeywords(`${"#EN".repeat(8_000)}#END#${"D#".repeat(8_000)}`)).toEqual({ text: null, ...END });
  expect(performance.now() - began).toBeLessThan(10_000);
});

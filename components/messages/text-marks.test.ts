import { describe, expect, test } from "vitest";
import { drawsMarks, isMarked, markedParts } from "./text-marks.ts";

/** "<bold>…</>" for marks, "[…](address)" for addresses. */
function drawn(text: string): string {
  return markedParts(text)
    .map((part) => {
      const words = part.href ? `[${part.text}](${part.href})` : part.text;
      return part.marks.length > 0 ? `<${part.marks.join("+")}>${words}</>` : words;
    })
    .join("");
}

describe("a text with marks and addresses", () => {
  test.each([
    ["plain words", "plain words"],
    ["*Ready* at _noon_", "<bold>Ready</> at <italic>noon</>"],
    ["see https://a.example/x_y_z *now*", "see [https://a.example/x_y_z](https://a.example/x_y_z) <bold>now</>"],
    ["https://a.example/_b_/*c*", "[https://a.example/_b_/*c](https://a.example/_b_/*c)*"],
    ["*https://a.example*", "<bold>[https://a.example](https://a.example)</>"],
    [
      "*look at www.a.example please*",
      "<bold>look at </><bold>[www.a.example](https://www.a.example)</><bold> please</>",
    ],
    ["`www.a.example`", "<code>[www.a.example](https://www.a.example)</>"],
    ["", ""],
  ])("%j", (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  test("says whether there is anything to draw, and where it is drawn", () => {
    expect(["a *b* c", "2 * 3 * 4", "www.a.example", "~no~"].map(isMarked)).toEqual([true, false, false, true]);
    expect((["WHATSAPP", "WA_GATEWAY", "WEBCHAT", "TELEGRAM"] as const).map(drawsMarks)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

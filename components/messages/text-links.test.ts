import { expect, test } from "vitest";
import { textParts } from "./text-links.ts";

const links = (text: string) => textParts(text).flatMap(({ href }) => (href ? [href] : []));

test.each([
  ["see https://a.example/x?y=1.", ["https://a.example/x?y=1"]],
  ["(http://a.example/x)", ["http://a.example/x"]],
  ["https://a.example/wiki/Tea_(drink)", ["https://a.example/wiki/Tea_(drink)"]],
  ["www.a.example and https://b.example", ["https://www.a.example", "https://b.example"]],
  ["javascript:alert(1) data:text/html,x", []],
  ["mail me at a@b.example", []],
  ["https://", []],
])("%s", (text, expected) => {
  expect(links(text)).toEqual(expected);
});

test("nothing of the text is lost", () => {
  const text = "  <b>hi</b> https://a.example/x, ok?\nwww.b.example!";
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linkify, safeHref } from "./linkify.ts";

const links = (text: string) => linkify(text).flatMap(({ href }) => (href === null ? [] : [href]));

describe("linkify", () => {
  test.each([
    ["see https://shop.example/a?b=c.", ["https://shop.example/a?b=c"]],
    ["(www.shop.example)", ["https://www.shop.example"]],
    ["https://a.example/x_(y) and http://b.example!", ["https://a.example/x_(y)", "http://b.example"]],
    ["write to maria.silva@example.com, please", ["mailto:maria.silva@example.com"]],
    ["javascript:alert(1) data:text/html,x file:///etc", []],
    ["<a href='javascript:x'>no</a>", []],
    ["nothing at all, 12.30 o'clock", []],
    ["https://", []],
  ])("%s", (text, expected) => expect(links(text)).toEqual(expected));

  test("loses no character of whatever is written", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 80 }), (text) => {
        expect(
          linkify(text)
            .map((part) => part.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });

  test("links nowhere but to http, https and mailto, whatever is written", () => {
    const pieces = fc.constantFrom(
      "http://",
      "https://",
      "www.",
      "javascript:",
      "a@b.cc",
      "x.example",
      "(",
      ")",
      ".",
      " ",
      '"',
      "<",
      "é",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        for (const href of links(parts.join("")))
          expect(["http:", "https:", "mailto:"]).toContain(new URL(href).protocol);
      }),
    );
  });
});

test.each([["a"], ["a@"], ["www."], ["a.b@c."], ["http://"], ["("]])("a long text of %j is read at once", (piece) => {
  const startedAt = performance.now();
  linkify(piece.repeat(4_096 / piece.length));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test("a file's address is followed only over http and https", () => {
  expect(safeHref("https://a.example/x.pdf")).toBe("https://a.example/x.pdf");
  expect(["javascript:alert(1)", "data:text/html,x", "/uploads/1", ""].map(safeHref)).toEqual([null, null, null, null]);
});

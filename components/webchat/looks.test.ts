import { describe, expect, test } from "vitest";
import { isColour, isOrigin } from "./looks.ts";

describe("isOrigin", () => {
  test.each([
    "https://shop.example",
    "https://shop.example/",
    "HTTPS://Shop.Example",
    "http://localhost:4000",
    "https://*.shop.example",
    " https://shop.example ",
  ])("takes %s", (text) => expect(isOrigin(text)).toBe(true));

  test.each([
    "",
    "shop.example",
    "https://",
    "ftp://shop.example",
    "https://shop.example/cart",
    "https://*",
    "https://shop.*.example",
    "https://shop.example https://other.example",
    "https://user@shop.example",
    "https://shop.example:443x",
  ])("refuses %j", (text) => expect(isOrigin(text)).toBe(false));
});

test("a colour has six figures", () => {
  expect(["#0f6f5d", "#FFFFFF"].map(isColour)).toEqual([true, true]);
  expect(["", "red", "#fff", "#0f6f5dff", "0f6f5d"].map(isColour)).toEqual([false, false, false, false, false]);
});

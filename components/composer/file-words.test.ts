import { expect, test } from "vitest";
import { fileSize, isSticker } from "./file-words.ts";

test.each([
  [1, "1 kB"],
  [340_400, "340 kB"],
  [5_000_000, "5 MB"],
  [5_250_000, "5.3 MB"],
])("%i bytes: %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});

test("a sticker is a WebP that nobody gave a name", () => {
  expect(isSticker({ contentType: "image/webp", fileName: null })).toBe(true);
  expect(isSticker({ contentType: "image/webp", fileName: "screen.webp" })).toBe(false);
  expect(isSticker({ contentType: "image/jpeg", fileName: null })).toBe(false);
  expect(isSticker(null)).toBe(false);
});

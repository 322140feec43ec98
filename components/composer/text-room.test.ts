import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { ANY_CHANNEL, roomWords, textRoom } from "./text-room.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
const instagram = { maxTextLength: 1_000, maxTextBytes: 1_000 };
const wordsFor = (text: string, limits = ANY_CHANNEL) => roomWords(textRoom(text, limits), limits, t);

test.each([
  [0, null],
  [3_686, null],
  [3_687, "409 left"],
  [4_096, "0 left"],
  [4_100, "4 too many"],
])("%i characters: %s", (length, words) => {
  expect(wordsFor("x".repeat(length))).toBe(words);
});

test("an emoji is one character, as the service counts", () => {
  expect(textRoom("👍".repeat(10), ANY_CHANNEL)).toEqual({ left: 4_086, unit: "characters" });
});

test("Instagram's bytes", () => {
  expect(wordsFor("é".repeat(450), instagram)).toBeNull();
  expect(wordsFor("é".repeat(460), instagram)).toBe("80 bytes left");
  expect(wordsFor("é".repeat(602), instagram)).toBe("204 bytes too long");
});

import { expect, test } from "vitest";
import { referralWords } from "./referral-words.ts";

test.each([
  ["ad", "Came by an ad"],
  ["ADS", "Came by an ad"],
  ["SHORTLINK", "Came by a link"],
  [null, "Came by a link"],
  ["CUSTOMER_CHAT_PLUGIN", "Came by: customer chat plugin"],
])("%s: %s", (sourceType, words) => {
  expect(referralWords(sourceType)).toBe(words);
});

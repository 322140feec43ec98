import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { referralWords } from "./referral-words.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
test.each([
  ["ad", "Came from an ad"],
  ["ADS", "Came from an ad"],
  ["SHORTLINK", "Came from a link"],
  [null, "Came from a link"],
  ["CUSTOMER_CHAT_PLUGIN", "Came by: customer chat plugin"],
])("%s: %s", (sourceType, words) => {
  expect(referralWords(sourceType, t)).toBe(words);
});

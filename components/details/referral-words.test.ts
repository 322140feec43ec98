import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { referralWords } from "./referral-words.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
test.each([
  ["ad", "Came by an ad"],
  ["ADS", "Came by an ad"],
  ["SHORTLINK", "Came by a link"],
  [null, "Came by a link"],
  ["CUSTOMER_CHAT_PLUGIN", "Came by: customer chat plugin"],
])("%s: %s", (sourceType, words) => {
  expect(referralWords(sourceType, t)).toBe(words);
});

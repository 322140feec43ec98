import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { scopeWords } from "./client-identities.tsx";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
const channels = [
  { id: "i1", name: "Shop", identifier: null },
  { id: "i2", name: "Our page", identifier: "4711" },
];

test.each([
  ["phone", "WhatsApp"],
  ["custom:i1", "Shop"],
  ["page:4711", "Our page"],
  ["page:4712", "Messenger"],
  ["carrier-pigeon", "carrier-pigeon"],
])("%s is shown as %s", (scope, words) => {
  expect(scopeWords(scope, channels, t)).toBe(words);
});

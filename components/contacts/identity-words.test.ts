import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { identityWords } from "./contact-identities.tsx";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox.channels" });

test.each([
  ["phone", "WHATSAPP", "WhatsApp"],
  ["telegram", "TELEGRAM", "Telegram"],
  ["page:123", "FACEBOOK", "Messenger"],
  ["custom:c-1", "CUSTOM", "Shop"],
  ["webchat:gone", "WEBCHAT", "Web chat"],
  ["pigeon:7", null, "pigeon:7"],
])("%s", (scope, type, label) => {
  expect(identityWords(scope, [{ id: "c-1", name: "Shop" }], t)).toEqual({ type, label });
});

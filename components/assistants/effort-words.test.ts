import { createFormatter, createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { de } from "../i18n/messages/de.ts";
import { en } from "../i18n/messages/en.ts";
import { durationWords, tokenWords } from "./effort-words.ts";

test.each([
  [240, "240 ms", "240 ms"],
  [999, "999 ms", "999 ms"],
  [1_000, "1.0 s", "1,0 s"],
  [1_449, "1.4 s", "1,4 s"],
])("%i ms are said in the reader's own figures", (ms, english, german) => {
  expect(durationWords(ms, createFormatter({ locale: "en" }))).toBe(english);
  expect(durationWords(ms, createFormatter({ locale: "de" }))).toBe(german);
});

test("tokens of a turn, and none where no model was asked", () => {
  const t = createTranslator({ locale: "en", messages: en, namespace: "assistants" });
  const inGerman = createTranslator({ locale: "de", messages: de, namespace: "assistants" });
  const spent = { promptTokens: 1_240, completionTokens: null };
  expect(tokenWords(spent, t)).toBe("1,240 tokens in, 0 out");
  expect(tokenWords(spent, inGerman)).toBe("1.240 Tokens hinein, 0 heraus");
  expect(tokenWords({ promptTokens: null, completionTokens: null }, t)).toBeNull();
});

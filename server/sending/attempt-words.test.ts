import { expect, test } from "vitest";
import { attemptWords, type AttemptFacts, type AttemptSequel } from "./attempt-words.ts";

const NOTHING: AttemptFacts = { outcome: null, responseStatus: null, externalMessageId: null, error: null };
const KEY = "under the same key, so that a provider that looks at it takes the message once.";

test.each<[Partial<AttemptFacts>, AttemptSequel, string]>([
  [{ outcome: "accepted", responseStatus: 200, externalMessageId: "x" }, "over", "The provider took the message."],
  [
    { outcome: "accepted", responseStatus: 200 },
    "over",
    "The provider took the message. It named no id, so it cannot report whether it was delivered.",
  ],
  [
    { outcome: "accepted", responseStatus: 200, error: "The endpoint's answer is not a JSON object" },
    "over",
    "The provider took the message. Something was wrong with its answer: The endpoint's answer is not a JSON object. It named no id, so it cannot report whether it was delivered.",
  ],
  [
    { outcome: "unknown", responseStatus: 200, error: "It broke off" },
    "waits",
    `The message was handed over and its answer did not arrive whole: It broke off. Whether it arrived is not known. It is tried again ${KEY}`,
  ],
  [
    { outcome: "refused", responseStatus: 422, error: "No such customer" },
    "over",
    "The message was refused: No such customer. It is not tried again.",
  ],
  [
    { outcome: "refused", responseStatus: 401, error: "The token is old!" },
    "waits",
    "The provider refused this channel's credentials: The token is old! The message waits until they are put right.",
  ],
  [
    { outcome: "retry", error: "Connection refused" },
    "again",
    "Nothing was sent: Connection refused. It was tried again.",
  ],
  [
    { outcome: "retry", responseStatus: 503 },
    "waits",
    "The provider could not take the message at that moment. It is tried again.",
  ],
  [
    { outcome: "retry", responseStatus: 500, error: "Out of order." },
    "over",
    "The provider could not take the message at that moment: Out of order. It was not tried again.",
  ],
  [
    { outcome: "unknown", error: "No answer within 15 s" },
    "waits",
    `The message was handed over and no answer came: No answer within 15 s. Whether it arrived is not known. It is tried again ${KEY}`,
  ],
  [
    { outcome: "unknown", error: "The connection was reset" },
    "over",
    "The message was handed over and no answer came: The connection was reset. Whether it arrived is not known. It was not tried again.",
  ],
  [{}, "asking", "The provider is being asked."],
  [
    {},
    "again",
    `This service stopped before an answer was stored. Whether the message arrived is not known. It was tried again ${KEY}`,
  ],
])("%o, then %s", (facts, sequel, words) => {
  expect(attemptWords({ ...NOTHING, ...facts }, sequel)).toBe(words);
});

import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { catalogueOf } from "../i18n/catalogue.ts";
import { channelWarnings, expiryWords } from "./channel-warnings.ts";

const t = createTranslator({ locale: "en", messages: await catalogueOf("en"), namespace: "channels.warnings" });
const say = (english: string) => english;
const NOW = Date.parse("2026-11-21T12:00:00Z");
const inDays = (days: number) => new Date(NOW + days * 24 * 3_600_000).toISOString();
const WELL = {
  state: "active",
  lastError: null,
  lastErrorWording: null,
  lastErrorAt: null,
  templatesHeld: null,
  templatesHeldWording: null,
  quietSince: null,
  tokenExpiresAt: null,
  routingProblems: [],
} as const;

test.each([
  [-1, "Expired"],
  [0.5, "Expires today"],
  [1, "Expires tomorrow"],
  [2, "Expires in 2 days"],
  [59.99, "Expires in 59 days"],
])("an access that has %s days left: %s", (days, words) => {
  expect(expiryWords(inDays(days), NOW, t)).toBe(words);
});

test("a channel that is well warns of nothing, with a token that holds for long too", () => {
  expect(channelWarnings({ ...WELL, routingProblems: [] }, NOW, t, say)).toEqual([]);
  expect(channelWarnings({ ...WELL, routingProblems: [], tokenExpiresAt: inDays(8) }, NOW, t, say)).toEqual([]);
});

test("the worst comes first, and an expiry is no news beside a refusal", () => {
  const broken = {
    ...WELL,
    state: "error",
    lastError: "190: the token is over",
    lastErrorWording: null,
    lastErrorAt: inDays(-1),
    quietSince: inDays(-1),
    tokenExpiresAt: inDays(-1),
    routingProblems: ["The default assignee is gone"],
  } as const;
  const found = channelWarnings({ ...broken, routingProblems: [...broken.routingProblems] }, NOW, t, say);
  expect(found.map(({ key, tone }) => [key, tone])).toEqual([
    ["error", "bad"],
    ["quiet", "warn"],
    ["routing", "warn"],
  ]);
  expect(found[0]?.words).toEqual(["190: the token is over", "Messages wait until you correct the credentials."]);
});

test.each([
  [7, "warn", "The access token expires in 7 days"],
  [1.5, "warn", "The access token expires tomorrow"],
  [0.5, "bad", "The access token expires today"],
  [-3, "bad", "The access token has expired"],
])("a token with %s days left is told of", (days, tone, title) => {
  const [warning] = channelWarnings({ ...WELL, routingProblems: [], tokenExpiresAt: inDays(days) }, NOW, t, say);
  expect(warning).toMatchObject({ key: "expiry", tone, title });
});

test("an active channel tells what its address was refused for", () => {
  const lastError = "Messages do not come in: no route";
  const [warning] = channelWarnings({ ...WELL, routingProblems: [], lastError, lastErrorAt: inDays(0) }, NOW, t, say);
  expect(warning).toMatchObject({ key: "incoming", tone: "warn", words: [lastError] });
});

test("a notice about the account is no fault of the credentials, and one about templates stands beside an active channel", () => {
  const lastError = "Meta has disabled the account";
  const wording = { code: "account.disabled", params: {} };
  const stopped = { ...WELL, state: "error", lastError, lastErrorWording: wording, routingProblems: [] } as const;
  expect(channelWarnings({ ...stopped, routingProblems: [] }, NOW, t, say)).toMatchObject([
    {
      title: "The provider has stopped this account",
      words: [lastError, expect.stringContaining("lets the account send again")],
    },
  ]);
  const templatesHeld = "Meta does not let this account send templates";
  expect(channelWarnings({ ...WELL, routingProblems: [], templatesHeld }, NOW, t, say)).toMatchObject([
    { key: "templates", tone: "bad", words: [templatesHeld, expect.stringContaining("Answers are still sent")] },
  ]);
});

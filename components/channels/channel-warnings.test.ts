import { expect, test } from "vitest";
import { channelWarnings, expiryWords } from "./channel-warnings.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const inDays = (days: number) => new Date(NOW + days * 24 * 3_600_000).toISOString();
const WELL = {
  state: "active",
  lastError: null,
  lastErrorAt: null,
  quietSince: null,
  tokenExpiresAt: null,
  routingProblems: [],
} as const;

test.each([
  [-1, "has ended"],
  [0.5, "ends today"],
  [1, "ends tomorrow"],
  [2, "ends in 2 days"],
  [59.99, "ends in 59 days"],
])("an access that has %s days left %s", (days, words) => {
  expect(expiryWords(inDays(days), NOW)).toBe(words);
});

test("a channel that is well warns of nothing, with a token that holds for long too", () => {
  expect(channelWarnings({ ...WELL, routingProblems: [] }, NOW)).toEqual([]);
  expect(channelWarnings({ ...WELL, routingProblems: [], tokenExpiresAt: inDays(8) }, NOW)).toEqual([]);
});

test("the worst comes first, and an expiry is no news beside a refusal", () => {
  const broken = {
    state: "error",
    lastError: "190: the token is over",
    lastErrorAt: inDays(-1),
    quietSince: inDays(-1),
    tokenExpiresAt: inDays(-1),
    routingProblems: ["The default assignee is gone"],
  } as const;
  const found = channelWarnings({ ...broken, routingProblems: [...broken.routingProblems] }, NOW);
  expect(found.map(({ key, tone }) => [key, tone])).toEqual([
    ["error", "bad"],
    ["quiet", "warn"],
    ["routing", "warn"],
  ]);
  expect(found[0]?.words[0]).toBe("190: the token is over");
});

test.each([
  [7, "warn"],
  [1.5, "warn"],
  [0.5, "bad"],
  [-3, "bad"],
])("a token with %s days left is told of", (days, tone) => {
  const [warning] = channelWarnings({ ...WELL, routingProblems: [], tokenExpiresAt: inDays(days) }, NOW);
  expect(warning).toMatchObject({ key: "expiry", tone });
});

test("an active channel tells what its address was refused for", () => {
  const lastError = "Messages do not come in: no route";
  const [warning] = channelWarnings({ ...WELL, routingProblems: [], lastError, lastErrorAt: inDays(0) }, NOW);
  expect(warning).toMatchObject({ key: "incoming", tone: "warn", words: [lastError] });
});

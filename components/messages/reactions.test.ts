import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { offeredReactions, reactionLabel, reactionProblem, withOwnReaction } from "./reactions.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
const at = "2026-11-21T10:00:00Z";
const theirs = { emoji: "🎉", isAgent: false, agentId: null, at, error: null };
const ours = { emoji: "👍", isAgent: true, agentId: "ana", at, error: null };

test("a channel that takes certain emoji offers these, another one eight", () => {
  expect(offeredReactions({ reactions: ["❤️"] })).toEqual(["❤️"]);
  expect(offeredReactions({ reactions: null })).toHaveLength(8);
});

test("says whose a reaction is", () => {
  expect(reactionLabel(theirs, "Maria", t)).toBe("Maria reacted with 🎉");
  expect(reactionLabel(theirs, null, t)).toBe("The contact reacted with 🎉");
  expect(reactionLabel(ours, "Maria", t)).toBe("Your team reacted with 👍");
});

test("says why the provider does not show the team's", () => {
  expect(reactionProblem([theirs, ours], t)).toBeNull();
  expect(reactionProblem([theirs, { ...ours, error: "Too old" }], t)).toBe("The reaction was not shown: Too old");
  expect(reactionProblem([{ ...ours, emoji: null, error: "Away" }], t)).toBe("The reaction was not taken back: Away");
});

test("the team's reaction takes the place of the one before, the customer's stays", () => {
  const by = { agentId: "ben", at };
  expect(withOwnReaction([theirs, ours], "🔥", by)).toEqual([theirs, { ...ours, emoji: "🔥", agentId: "ben" }]);
  expect(withOwnReaction([theirs, ours], null, by)).toEqual([theirs]);
});

import { expect, test } from "vitest";
import { NO_FILTER, NO_STAGE } from "./contact-filter.ts";
import { filterChips } from "./filter-chips.ts";

const WORDS = {
  stages: [{ id: "s", tag: "Lead" }],
  channels: [{ id: "c", name: "Shop" }],
  agents: [{ id: "a", name: "Ana" }],
};
const chips = (filter: object) =>
  filterChips({ ...NO_FILTER, ...filter }, WORDS).map(({ key, values, without }) => [key, values.value, without]);

test("each choice is a chip that can be taken away by itself", () => {
  expect(chips({})).toEqual([]);
  expect(chips({ search: "anna" })).toEqual([]);
  expect(chips({ tags: ["a", "b"], tagMode: "any", stageId: "s", integrationId: "c", defaultAgentId: "a" })).toEqual([
    ["anyTag", "a", { tags: ["b"] }],
    ["anyTag", "b", { tags: ["a"] }],
    ["stage", "Lead", { stageId: null }],
    ["agent", "Ana", { defaultAgentId: null }],
    ["channel", "Shop", { integrationId: null }],
  ]);
  expect(chips({ tags: ["a"], tagMode: "any", stageId: NO_STAGE, isArchived: true })).toEqual([
    ["tag", "a", { tags: [] }],
    ["noStage", "", { stageId: null }],
    ["archived", "", { isArchived: false }],
  ]);
  expect(chips({ createdFrom: "2026-11-01", createdTo: "2026-11-02" })).toEqual([
    ["created", "2026-11-01", { createdFrom: null, createdTo: null }],
  ]);
  expect(chips({ isOptedOut: true })).toEqual([["optedOut", "", { isOptedOut: null }]]);
  expect(chips({ isOptedOut: false, noneTags: ["x"], wroteWithin: 7, silentFor: 30, lastBroadcast: "read" })).toEqual([
    ["noneTag", "x", { noneTags: [] }],
    ["wrote", "7", { wroteWithin: null }],
    ["silent", "30", { silentFor: null }],
    ["broadcast", "read", { lastBroadcast: null }],
    ["optedIn", "", { isOptedOut: null }],
  ]);
  expect(chips({ segmentId: "s" })).toEqual([]);
  expect(chips({ stageId: "gone" })).toEqual([["stage", "…", { stageId: null }]]);
});

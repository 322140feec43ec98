import { describe, expect, test } from "vitest";
import {
  NO_FILTER,
  NO_STAGE,
  exportAddress,
  filterInput,
  isFiltered,
  readFilter,
  readSegment,
  writeFilter,
} from "./contact-filter.ts";

const FULL = {
  ...NO_FILTER,
  search: "anna & co",
  tags: ["vip", "a b"],
  tagMode: "any" as const,
  stageId: "s-1",
  country: "PL",
  defaultAgentId: "a-1",
  integrationId: "i-1",
  createdFrom: "2026-11-01",
  createdTo: "2026-11-30",
  noneTags: ["spam"],
  wroteWithin: 7,
  silentFor: 30,
  lastBroadcast: "unread" as const,
  isArchived: true,
  isOptedOut: false,
};

describe("the address", () => {
  test("says the whole filter, and nothing of none", () => {
    const whole = { ...FULL, segmentId: "segment" };
    expect(readFilter(new URLSearchParams(writeFilter(whole).toString()))).toEqual(whole);
    expect(writeFilter(NO_FILTER).toString()).toBe("");
    expect([isFiltered(FULL), isFiltered(NO_FILTER), isFiltered({ ...NO_FILTER, search: " " })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test.each([
    ["from=yesterday&to=2026-13", NO_FILTER],
    ["tag=&tag=a&tag=a&stage=", { ...NO_FILTER, tags: ["a"] }],
    ["tags=some&archived=no", NO_FILTER],
    ["optedOut=yes", { ...NO_FILTER, isOptedOut: true }],
    ["optedOut=maybe&wrote=-1&silent=1.5&broadcast=lost", NO_FILTER],
    ["silent=1000", { ...NO_FILTER, silentFor: 1_000 }],
  ])("%s", (search, filter) => {
    expect(readFilter(new URLSearchParams(search))).toEqual(filter);
  });
});

test("the query's input: any or every tag, no stage, whole days of the reader", () => {
  expect(filterInput(NO_FILTER)).toEqual({});
  expect(filterInput({ ...NO_FILTER, tags: ["a"], stageId: NO_STAGE })).toEqual({ tags: ["a"], noStage: true });
  expect(filterInput({ ...NO_FILTER, isOptedOut: true })).toEqual({ isOptedOut: true });
  const input = filterInput(FULL);
  expect(input).toMatchObject({ search: "anna & co", anyTags: ["vip", "a b"], stageId: "s-1", isDeleted: true });
  expect(new Date(input.createdFrom ?? "")).toEqual(new Date(2026, 10, 1));
  expect(new Date(input.createdBefore ?? "")).toEqual(new Date(2026, 11, 1));
});

test("a segment's conditions become the filter that made them", () => {
  expect(readSegment(filterInput(FULL))).toEqual(FULL);
  expect(readSegment(filterInput(NO_FILTER))).toEqual(NO_FILTER);
});

test.each([{ city: "Porto" }, { tags: ["a"], anyTags: ["b"] }, { createdWithinDays: 7 }, { isDeleted: false }])(
  "%j cannot be changed on screen",
  (stored) => expect(readSegment(stored)).toBeNull(),
);

test("the file's address repeats what there are several of", () => {
  expect(exportAddress(7, { ids: ["a", "b"] })).toBe("/export/contacts?workspaceId=7&ids=a&ids=b");
  expect(exportAddress(7, { ...NO_FILTER, tags: ["x y"] })).toBe("/export/contacts?workspaceId=7&tags=x+y");
});

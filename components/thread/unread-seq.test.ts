import { expect, test } from "vitest";
import { unreadSeq } from "./use-mark-read.ts";

const theirs = { seq: 4, isAgent: false, type: "text", local: null };
const ours = { seq: 5, isAgent: true, type: "text", local: null };
const note = { seq: 6, isAgent: true, type: "note", local: null };
const unsent = { seq: Number.MAX_SAFE_INTEGER, isAgent: true, type: "text", local: {} };

test.each([
  ["nothing", [], null],
  ["their message", [theirs], 4],
  ["their message with a note after it", [theirs, note], 4],
  ["our answer", [theirs, ours], null],
  ["an answer that is on its way", [theirs, unsent], null],
  ["their message after our answer", [ours, { ...theirs, seq: 7 }], 7],
])("%s", (_, bubbles, expected) => {
  expect(unreadSeq(bubbles)).toBe(expected);
});

import { expect, test } from "vitest";
import { firstNewId } from "./first-new.ts";

const said = (seq: number, isAgent = false, type = "text") => ({ messageId: `m${seq}`, seq, isAgent, type });
/** From: the contact, the team, the contact, the team (a note), the contact. */
const messages = [said(1), said(2, true), said(3), said(4, true, "note"), said(5)];

test.each([
  ["all was read", 0, 5, null],
  ["the last is new", 1, 5, "m5"],
  ["ours are not counted", 2, 5, "m3"],
  ["three are new", 3, 5, "m1"],
  ["more are new than are loaded", 4, 5, null],
  ["what came during the visit is not counted", 1, 4, "m3"],
])("%s", (_, count, upToSeq, expected) => {
  expect(firstNewId(messages, { count, upToSeq })).toBe(expected);
});

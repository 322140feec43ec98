import { beforeEach, describe, expect, test } from "vitest";
import { closingNotices, noticesOf, riskNotices, type Known, type NoticeRow } from "./find-notices.ts";
import { waysToNotify, isQuiet, waysOf, type Notice } from "./notice.ts";

const ME = "agent-me";
const row = (more: Partial<NoticeRow> = {}): NoticeRow => ({
  id: "c1",
  clientName: "Maria",
  assigneeId: null,
  aiId: null,
  ended: false,
  otherAppSince: null,
  needsResponse: true,
  replyWindowClosesAt: null,
  slaDueAt: null,
  ownFailedIds: [],
  lastMessage: { messageId: "m1", isAgent: false, agentId: null },
  ...more,
});
const wrote = { name: "INCOMING_MESSAGE", convId: "c1", messageId: "m1" };
const changed = { name: "CONV_CHANGED", convId: "c1" };
let known: Known;
beforeEach(() => {
  known = { mine: new Set(), told: new Set() };
});
const events = (notices: Notice[]) => notices.map(({ event }) => event);

describe("what an agent is told of", () => {
  test("a message of nobody's conversation, once until somebody takes it; never one that the assistant or a colleague has", () => {
    expect(events(noticesOf([wrote], [row()], ME, known))).toEqual(["newUnassigned"]);
    expect(noticesOf([{ ...wrote, messageId: "m2" }], [row()], ME, known)).toEqual([]);
    for (const taken of [
      { aiId: "ai" },
      { assigneeId: "agent-ben" },
      { ended: true },
      { otherAppSince: "2026-11-29T12:00:00Z" },
    ]) {
      expect(noticesOf([wrote], [row({ id: "c1", ...taken })], ME, { mine: new Set(), told: new Set() })).toEqual([]);
    }
  });

  test("a conversation that becomes theirs, then each message in it", () => {
    const mine = row({ assigneeId: ME });
    expect(events(noticesOf([changed], [mine], ME, known))).toEqual(["assignedToMe"]);
    expect(events(noticesOf([changed], [mine], ME, known))).toEqual([]);
    expect(events(noticesOf([{ ...wrote, messageId: "m3" }], [mine], ME, known))).toEqual(["replyInMine"]);
    expect(noticesOf([{ ...wrote, messageId: "m3" }], [mine], ME, known)).toEqual([]);
  });

  test("not of what they took themselves, nor of what was theirs when the page was opened", () => {
    const note = { messageId: "n1", isAgent: true, agentId: ME };
    expect(noticesOf([changed], [row({ assigneeId: ME, lastMessage: note })], ME, known)).toEqual([]);
    known.mine.add("c2");
    expect(noticesOf([{ ...changed, convId: "c2" }], [row({ id: "c2", assigneeId: ME })], ME, known)).toEqual([]);
  });

  test("a message of their own that failed, wherever it stands, once; not one that failed before", () => {
    const update = { name: "MESSAGE_UPDATED", convId: "c1", messageId: "m9" };
    const failed = row({ ownFailedIds: ["m9", "m8"] });
    expect(events(noticesOf([update, update], [failed], ME, known))).toEqual(["failedSend"]);
    expect(noticesOf([update], [failed], ME, known)).toEqual([]);
    expect(noticesOf([update], [row()], ME, { mine: new Set(), told: new Set() })).toEqual([]);
    expect(noticesOf([changed], [failed], ME, { mine: new Set(), told: new Set() })).toEqual([]);
  });

  test("a window that closes within the hour while they are waited for, once for each window", () => {
    const now = Date.parse("2026-11-21T10:00:00Z");
    const at = (time: string, more: Partial<NoticeRow> = {}) =>
      row({ replyWindowClosesAt: `2026-11-21T${time}Z`, ...more });
    expect(events(closingNotices([at("10:30:00")], known, now))).toEqual(["windowClosing"]);
    expect(closingNotices([at("10:30:00")], known, now)).toEqual([]);
    expect(events(closingNotices([at("10:45:00")], known, now))).toEqual(["windowClosing"]);
    const not = [at("11:30:00"), at("09:59:00"), at("10:20:00", { needsResponse: false }), row()];
    expect(closingNotices(not, known, now)).toEqual([]);
  });

  test("an answer that is due soon, in theirs and in nobody's, once for each target", () => {
    const due = { slaDueAt: "2026-11-21T10:10:00Z" };
    const mine = row({ assigneeId: ME, ...due });
    expect(events(riskNotices([mine], ME, known))).toEqual(["slaRisk"]);
    expect(riskNotices([mine], ME, known)).toEqual([]);
    expect(events(riskNotices([{ ...mine, slaDueAt: "2026-11-21T11:10:00Z" }], ME, known))).toEqual(["slaRisk"]);
    const nobodys = row({ id: "c2", assigneeId: null, aiId: null, ...due });
    expect(events(riskNotices([nobodys], ME, known))).toEqual(["slaRisk"]);
    const others = [
      row({ id: "c3", assigneeId: "agent-ben", ...due }),
      row({ id: "c4", assigneeId: null, aiId: "ai", ...due }),
    ];
    expect(riskNotices(others, ME, known)).toEqual([]);
  });
});

describe("how they are told", () => {
  const notice = (event: Notice["event"]): Notice => ({ id: event, event, convId: "c1", name: "Maria" });
  const noon = new Date(2026, 10, 21, 12, 0);
  const night = new Date(2026, 10, 21, 23, 30);

  test("as they chose, and as usual where they did not", () => {
    expect(waysOf({}, "mention")).toEqual({ inApp: true, sound: true, desktop: false, email: false });
    expect(waysOf({ mention: { desktop: true, sound: false } }, "mention")).toEqual({
      inApp: true,
      sound: false,
      desktop: true,
      email: false,
    });
  });

  test("quiet hours go over midnight, and silence sound and desktop alone", () => {
    const hours = { from: "22:00", to: "07:00" };
    const at = (hour: number, minute = 0) => isQuiet(hours, new Date(2026, 10, 21, hour, minute));
    expect([at(21, 59), at(22), at(23), at(3), at(6, 59), at(7), at(12)]).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(isQuiet({ from: "12:00", to: "13:00" }, new Date(2026, 10, 21, 12, 30))).toBe(true);
    expect([isQuiet({ from: "09:00", to: "09:00" }, noon), isQuiet(null, noon)]).toEqual([false, false]);
    const notify = { mention: { desktop: true } };
    const some = [notice("mention"), notice("replyInMine")];
    expect(waysToNotify(some, { notify, quietHours: hours }, noon)).toEqual({
      shown: [notice("mention")],
      desktop: [notice("mention")],
      hasSound: true,
    });
    expect(waysToNotify(some, { notify, quietHours: hours }, night)).toEqual({
      shown: [notice("mention")],
      desktop: [],
      hasSound: false,
    });
  });
});

import { describe, expect, test } from "vitest";
import { isAsLeft, obstacleTo, type Action, type ActionRow, type Obstacle, type WaitingAction } from "./actions.ts";

const NOW = Date.parse("2026-11-22T10:00:00Z");
const action = (what: WaitingAction["what"] = { kind: "end" }, more: Partial<WaitingAction> = {}): WaitingAction => ({
  id: "d1",
  userId: "ana",
  workspaceId: 1,
  convId: "c1",
  integrationId: "i1",
  name: "Maria",
  what,
  seen: { assigneeId: "me", aiId: null, lastMessageId: "m1", stageId: "new", orderNo: null },
  createdAt: "2026-11-22T09:50:00Z",
  ...more,
});
const row = (more: Partial<ActionRow> = {}): ActionRow => ({
  ended: false,
  endedBy: null,
  assigneeId: "me",
  aiId: null,
  isSnoozed: false,
  snoozedUntil: null,
  tags: ["vip"],
  stageId: "new",
  orderNo: null,
  unreadCount: 2,
  lastMessage: { messageId: "m1", isAgent: false, agentId: null },
  ...more,
});
const toTom = { kind: "assign", agentId: "tom", isAi: false } as const;
const tagged: Action = { kind: "tags", add: ["late"], remove: ["vip"] };
const toStage = { kind: "stage", stageId: "won" } as const;
const toOrder = { kind: "orderNo", orderNo: "A-1" } as const;
const said = (isAgent: boolean, agentId: string | null) => ({ lastMessage: { messageId: "m2", isAgent, agentId } });

describe("an action that has waited", () => {
  test.each<[string, WaitingAction, ActionRow | null, Obstacle | null]>([
    ["is done where nothing has changed", action(), row(), null],
    ["is done after a word of one's own", action(), row(said(true, "me")), null],
    ["does not end what the client has written to since", action(), row(said(false, null)), "changed"],
    ["does not end what a colleague has written to since", action(), row(said(true, "tom")), "changed"],
    ["was done by another", action(), row({ ended: true }), "done"],
    ["finds it out of sight", action(), null, "gone"],
    ["gives it", action(toTom), row(), null],
    ["gives it although the client has written", action(toTom), row(said(false, null)), null],
    ["finds it given so already", action(toTom), row({ assigneeId: "tom" }), "done"],
    ["leaves it with the colleague who took it", action(toTom), row({ assigneeId: "eva" }), "changed"],
    [
      "finds it with the assistant already",
      action({ ...toTom, agentId: null, isAi: true }),
      row({ aiId: "a1" }),
      "done",
    ],
    ["does not give what has ended", action(toTom), row({ ended: true }), "changed"],
    ["snoozes", action({ kind: "snooze", until: "2026-11-23T09:00:00Z", onlyMe: false }), row(), null],
    [
      "snoozes to no time that is over",
      action({ kind: "snooze", until: "2026-11-22T09:55:00Z", onlyMe: false }),
      row(),
      "late",
    ],
    ["tags what a colleague has tagged otherwise", action(tagged), row({ tags: ["vip", "theirs"] }), null],
    ["finds it tagged so already", action(tagged), row({ tags: ["late", "theirs"] }), "done"],
    ["tags what has ended", action(tagged), row({ ended: true }), null],
    ["sets the stage", action(toStage), row(), null],
    ["leaves the stage that a colleague set", action(toStage), row({ stageId: "lost" }), "changed"],
    ["finds the stage set already", action(toStage), row({ stageId: "won" }), "done"],
    ["sets the order number", action(toOrder), row(), null],
    ["leaves the order number of a colleague", action(toOrder), row({ orderNo: "A-2" }), "changed"],
    ["marks read", action({ kind: "read", seq: 7 }), row(), null],
    ["was read on another device", action({ kind: "read", seq: 7 }), row({ unreadCount: 0 }), "done"],
    ["marks unread what has ended", action({ kind: "unread", fromSeq: 7 }), row({ ended: true }), null],
    ["ends a snooze", action({ kind: "unsnooze" }), row({ isSnoozed: true }), null],
    ["finds it awake", action({ kind: "unsnooze" }), row(), "done"],
    ["is not done a day later", action({ kind: "end" }, { createdAt: "2026-11-21T09:00:00Z" }), row(), "late"],
  ])("%s", (_, waiting, now, obstacle) => {
    expect(obstacleTo(waiting, now, "me", NOW)).toBe(obstacle);
  });
});

describe("what was done meanwhile can be taken back", () => {
  const at = "2026-11-23T09:00:00.000Z";
  const ended = (endedBy: string) => row({ ended: true, endedBy });
  const asleep = (snoozedUntil: string | null) => row({ isSnoozed: true, snoozedUntil });
  test.each<[string, Action, ActionRow, boolean]>([
    ["where the person ended it", { kind: "end" }, ended("ana"), true],
    ["not where a colleague did", { kind: "end" }, ended("tom"), false],
    ["not where it is open again", { kind: "end" }, row(), false],
    ["where it is with whom it was given to", toTom, row({ assigneeId: "tom" }), true],
    ["not where a colleague gave it on", toTom, row({ assigneeId: "eva" }), false],
    ["where it sleeps so long", { kind: "snooze", until: at, onlyMe: false }, asleep("2026-11-23T09:00:00Z"), true],
    ["not where it sleeps longer", { kind: "snooze", until: at, onlyMe: false }, asleep(null), false],
    ["where it has these tags and others", tagged, row({ tags: ["late", "theirs"] }), true],
    ["not where a tag was put back", tagged, row({ tags: ["late", "vip"] }), false],
    ["where it is at this stage", toStage, row({ stageId: "won" }), true],
    ["not where it is at another", toStage, row({ stageId: "lost" }), false],
  ])("%s", (_, what, now, expected) => {
    expect(isAsLeft(what, now, { userId: "ana", agentId: "me" })).toBe(expected);
  });
});

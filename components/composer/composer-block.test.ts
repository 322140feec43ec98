import { createTranslator } from "next-intl";
import { describe, expect, test } from "vitest";
import { en } from "../i18n/messages/en.ts";
import { composerNotice } from "./composer-block.ts";

const t = createTranslator({ locale: "en", messages: en, namespace: "inbox" });
const NOW = new Date("2026-03-03T12:00:00Z").getTime();
type Facts = Parameters<typeof composerNotice>[0];

const channel = { name: "Shop", state: "active", lastError: null };
const row = {
  clientName: "Maria",
  clientArchived: false,
  ended: false,
  otherAppSince: null,
  replyWindowClosesAt: null,
  lateReplyUntil: null,
  assigneeId: "me",
  assigneeName: "Ana",
  aiId: null,
  aiName: null,
};

function kind(facts: {
  row?: Partial<Facts["row"]>;
  channel?: Partial<NonNullable<Facts["channel"]>>;
  hours?: number;
}) {
  const channelNow = { ...channel, ...facts.channel };
  const rowNow = { ...row, ...facts.row };
  return (
    composerNotice(
      {
        row: rowNow,
        channel: channelNow,
        replyWindowHours: facts.hours ?? null,
        viewerAgentId: "me",
        typing: [],
        nowMs: NOW,
      },
      t,
    )?.kind ?? null
  );
}

describe("composerNotice", () => {
  test.each<[string, Parameters<typeof kind>[0], string | null]>([
    ["nothing in the way", {}, null],
    ["channel switched off", { channel: { state: "disabled" } }, "channel"],
    [
      "the channel comes before the end",
      { channel: { state: "error", lastError: "401" }, row: { ended: true } },
      "channel",
    ],
    ["ended", { row: { ended: true, clientArchived: true } }, "ended"],
    ["another app before the window", { hours: 24, row: { otherAppSince: "2026-03-03T11:00:00Z" } }, "otherApp"],
    ["archived", { row: { clientArchived: true } }, "archived"],
    ["no window on this channel", { row: {} }, null],
    ["window open", { hours: 24, row: { replyWindowClosesAt: "2026-03-03T12:01:00Z" } }, null],
    [
      "window ran out while the page stood",
      { hours: 24, row: { replyWindowClosesAt: "2026-03-03T11:59:00Z" } },
      "window",
    ],
    ["window never opened", { hours: 24 }, "window"],
    ["late, and permitted", { hours: 24, row: { lateReplyUntil: "2026-03-05T12:00:00Z" } }, "late"],
    ["late, and too late", { hours: 24, row: { lateReplyUntil: "2026-03-03T11:59:00Z" } }, "window"],
    [
      "an assistant has what is late",
      { hours: 24, row: { lateReplyUntil: "2026-03-05T12:00:00Z", aiId: "ai", assigneeId: null } },
      "ai",
    ],
    ["the assistant answers", { row: { assigneeId: null, assigneeName: null, aiId: "ai" } }, "ai"],
    ["nobody's", { row: { assigneeId: null, assigneeName: null } }, "unowned"],
    ["a colleague's", { row: { assigneeId: "ben", assigneeName: "Ben" } }, "unowned"],
  ])("%s", (_, facts, expected) => {
    expect(kind(facts)).toBe(expected);
  });

  test("says what the provider said", () => {
    const refused = { ...channel, state: "error", lastError: "token expired" };
    const notice = composerNotice(
      {
        row,
        channel: refused,
        replyWindowHours: null,
        viewerAgentId: "me",
        typing: [],
        nowMs: NOW,
      },
      t,
    );
    expect(notice?.text).toContain("token expired");
  });
});

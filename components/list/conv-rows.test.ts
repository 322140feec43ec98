import { describe, expect, test } from "vitest";
import { belongs, patchPages, type PlacedRow, type RowFilter } from "./conv-rows.ts";

const row = (id: string, more: Partial<PlacedRow> = {}): PlacedRow => ({
  id,
  integrationId: "i1",
  clientId: `client of ${id}`,
  stageId: null,
  tags: [],
  ended: false,
  needsResponse: false,
  assigneeId: null,
  aiId: null,
  activityAt: "2026-03-03T12:00:00.000Z",
  waitingSince: null,
  slaDueAt: null,
  isSnoozed: false,
  dormant: false,
  otherAppSince: null,
  replyWindowClosesAt: null,
  ...more,
});
const at = (time: string) => ({ activityAt: `2026-03-03T${time}.000Z` });
const newest: RowFilter = { view: "all", sort: "newest" };

describe("belongs", () => {
  test.each<[string, PlacedRow, RowFilter, boolean, boolean]>([
    ["mine: the viewer's", row("a", { assigneeId: "me" }), { view: "mine", sort: "newest" }, false, true],
    ["mine: nobody's", row("a"), { view: "mine", sort: "newest" }, true, false],
    [
      "needs reply: somebody waits",
      row("a", { needsResponse: true }),
      { view: "needsReply", sort: "newest" },
      false,
      true,
    ],
    ["needs reply: answered", row("a"), { view: "needsReply", sort: "newest" }, true, false],
    ["unassigned: an assistant answers", row("a", { aiId: "ai" }), { view: "unassigned", sort: "newest" }, true, false],
    ["all: ended", row("a", { ended: true }), newest, true, false],
    ["ended", row("a", { ended: true }), { view: "ended", sort: "newest" }, false, true],
    ["no view: open and ended", row("a", { ended: true }), { sort: "newest" }, false, true],
    ["another channel", row("a"), { ...newest, integrationId: "i2" }, true, false],
    ["every tag named", row("a", { tags: ["vip", "new"] }), { ...newest, tags: ["vip", "new"] }, false, true],
    ["one tag missing", row("a", { tags: ["vip"] }), { ...newest, tags: ["vip", "new"] }, true, false],
    ["a search takes nobody in", row("a"), { ...newest, search: "ana" }, false, false],
    ["… and keeps who is there", row("a"), { ...newest, search: "ana" }, true, true],
  ])("%s", (_, placed, filter, wasThere, expected) => {
    expect(belongs(placed, filter, "me", wasThere)).toBe(expected);
  });
});

describe("patchPages", () => {
  const page = (rows: PlacedRow[], hasNextPage = false) => ({ nodes: rows, pageInfo: { hasNextPage } });
  const ids = (pages: { nodes: PlacedRow[] }[]) => pages.map(({ nodes }) => nodes.map(({ id }) => id));
  const a = row("a", at("12:00:03"));
  const b = row("b", at("12:00:02"));
  const c = row("c", at("12:00:01"));

  test("a row with a new message goes to the top, whichever page it was on", () => {
    const patched = patchPages([page([a, b], true), page([c])], [{ ...c, ...at("12:01:00") }], new Set(), newest, "me");
    expect(ids(patched)).toEqual([["c", "a", "b"], []]);
  });

  test("the last loaded row stays where it stands when it changes there: the next page begins behind it", () => {
    const tagged: PlacedRow = { ...b, tags: ["vip"] };
    expect(ids(patchPages([page([a, b], true)], [tagged], new Set(), newest, "me"))).toEqual([["a", "b"]]);
    expect(ids(patchPages([page([a], true)], [a], new Set(), newest, "me"))).toEqual([["a"]]);
  });

  test("a new row enters where it sorts; one behind the loaded part waits for its page", () => {
    const early = row("early", at("11:00:00"));
    const middle = row("middle", { activityAt: "2026-03-03T12:00:02.500Z" });
    expect(ids(patchPages([page([a, b], true)], [middle, early], new Set(), newest, "me"))).toEqual([
      ["a", "middle", "b"],
    ]);
    expect(ids(patchPages([page([a, b])], [early], new Set(), newest, "me"))).toEqual([["a", "b", "early"]]);
  });

  test("what ended, or left the viewer's sight, leaves the list", () => {
    expect(ids(patchPages([page([a, b, c])], [row("b", { ended: true })], new Set(["c"]), newest, "me"))).toEqual([
      ["a"],
    ]);
  });

  test("who waits longest stands first, who does not wait last", () => {
    const filter: RowFilter = { view: "all", sort: "oldestWaiting" };
    const waits = (id: string, since: string | null) => row(id, { waitingSince: since });
    const pages = [page([waits("long", "2026-03-03T08:00:00.000Z"), waits("calm", null)])];
    const patched = patchPages(pages, [waits("short", "2026-03-03T11:00:00.000Z")], new Set(), filter, "me");
    expect(ids(patched)).toEqual([["long", "short", "calm"]]);
  });

  test("by what is due: what has no target comes behind, longest waiting first", () => {
    const at = (hour: string) => `2026-03-03T${hour}:00:00.000Z`;
    const pages = [page([row("due", { slaDueAt: at("20"), waitingSince: at("19") }), row("calm")])];
    const changed = [row("short", { waitingSince: at("11") }), row("long", { waitingSince: at("10") })];
    const patched = patchPages(pages, changed, new Set(), { view: "all", sort: "slaDue" }, "me");
    expect(ids(patched)).toEqual([["due", "long", "short", "calm"]]);
  });

  test.each(["slaDue", "windowClosing", "oldestWaiting"] as const)(
    "by %s: what presses first, and behind it the newest",
    (sort) => {
      const key = { slaDue: "slaDueAt", windowClosing: "replyWindowClosesAt", oldestWaiting: "waitingSince" }[sort];
      const at = (hour: string) => `2026-03-03T${hour}:00:00.000Z`;
      const older = row("older", { activityAt: at("08") });
      const pages = [page([row("soon", { [key]: at("10") }), older])];
      const changed = [row("newer", { activityAt: at("09") }), row("later", { [key]: at("11") })];
      const patched = patchPages(pages, changed, new Set(), { view: "all", sort }, "me");
      expect(ids(patched)).toEqual([["soon", "later", "newer", "older"]]);
    },
  );
});

import { describe, expect, test } from "vitest";
import { buildTimeline, isLate, type TimelineOptions } from "./timeline.ts";

type Facts = {
  id: string;
  conv?: string;
  at: string;
  isAgent?: boolean;
  agentId?: string;
  type?: string;
  noteType?: string;
  providerAt?: string;
};

const message = ({ id, conv = "c1", at, isAgent = false, agentId, type = "text", noteType, providerAt }: Facts) => ({
  messageId: id,
  convId: conv,
  integrationId: `channel of ${conv}`,
  type,
  noteType: noteType ?? null,
  isAgent,
  agentId: agentId ?? null,
  aiId: null,
  createdAt: `2026-03-03T${at}`,
  providerAt: providerAt ? `2026-03-03T${providerAt}` : null,
});

const timeline = (...facts: Facts[]) => timelineWith({}, ...facts);
const timelineWith = (options: TimelineOptions, ...facts: Facts[]) =>
  buildTimeline(facts.map(message), ({ messageId }) => messageId, options);
const shape = (items: ReturnType<typeof timeline>) =>
  items.map((item) =>
    item.kind === "message"
      ? `${item.message.messageId}${item.first ? " first" : ""}${item.last ? " last" : ""}`
      : item.kind,
  );

describe("buildTimeline", () => {
  test("one sender's messages within three minutes stand together", () => {
    const items = timeline({ id: "a", at: "12:00:00" }, { id: "b", at: "12:02:59" }, { id: "c", at: "12:06:00" });
    expect(shape(items)).toEqual(["day", "a first", "b last", "c first last"]);
  });

  test("another sender, a note and a system line end a run", () => {
    const items = timeline(
      { id: "client", at: "12:00:00" },
      { id: "ana", at: "12:00:10", isAgent: true, agentId: "ana" },
      { id: "note", at: "12:00:20", isAgent: true, agentId: "ana", type: "note", noteType: "internal" },
      { id: "line", at: "12:00:30", isAgent: true, agentId: "ana", type: "note", noteType: "system" },
      { id: "ben", at: "12:00:40", isAgent: true, agentId: "ben" },
    );
    expect(shape(items)).toEqual([
      "day",
      "client first last",
      "ana first last",
      "note first last",
      "system",
      "ben first last",
    ]);
  });

  test("the sender's own time decides", () => {
    const items = timeline({ id: "a", at: "12:00:00" }, { id: "b", at: "12:30:00", providerAt: "12:01:00" });
    expect(shape(items)).toEqual(["day", "a first", "b last"]);
  });

  test("each day begins with a line of its own", () => {
    const first = message({ id: "a", at: "12:00:00" });
    const items = buildTimeline(
      [first, { ...first, messageId: "b", createdAt: "2026-03-05T12:00:00" }],
      ({ messageId }) => messageId,
    );
    expect(shape(items)).toEqual(["day", "a first last", "day", "b first last"]);
  });
});

describe("lines between bubbles", () => {
  const line = (id: string, at: string): Facts => ({ id, at, isAgent: true, type: "note", noteType: "system" });
  const four = [1, 2, 3, 4].map((n) => line(`s${n}`, `12:00:0${n}`));

  test("an earlier conversation ends where the next one begins, and nobody's bubbles run on across it", () => {
    const items = timeline({ id: "a", conv: "c0", at: "12:00:00" }, { id: "b", at: "12:00:10" });
    expect(shape(items)).toEqual(["day", "a first last", "conv", "b first last"]);
    expect(items[2]).toEqual({ kind: "conv", key: "conv c0", convId: "c0" });
  });

  test("conversations that are shown together are told apart by their channels, and an earlier one still ends above them", () => {
    const facts = [
      { id: "a", conv: "c0", at: "12:00:00" },
      { id: "b", conv: "c1", at: "12:00:10" },
      { id: "c", conv: "c2", at: "12:00:20" },
      { id: "d", conv: "c2", at: "12:00:30" },
      { id: "e", conv: "c1", at: "12:00:40" },
    ];
    const items = timelineWith({ together: new Set(["c1", "c2"]) }, ...facts);
    expect(items.map((item) => (item.kind === "channel" ? item.integrationId : shape([item])[0]))).toEqual([
      "day",
      "a first last",
      "conv",
      "channel of c1",
      "b first last",
      "channel of c2",
      "c first",
      "d last",
      "channel of c1",
      "e first last",
    ]);
  });

  test("New messages stands above the first that was unread, and a run begins anew below it", () => {
    const facts = ["a", "b", "c"].map((id, index) => ({ id, at: `12:00:0${index}` }));
    expect(shape(timelineWith({ firstNewId: "b" }, ...facts))).toEqual([
      "day",
      "a first last",
      "new",
      "b first",
      "c last",
    ]);
    expect(shape(timelineWith({ firstNewId: "not loaded" }, ...facts))).toEqual(["day", "a first", "b", "c last"]);
  });

  test("up to three system lines stand by themselves, more are one line that can be opened", () => {
    expect(shape(timeline(...four.slice(0, 3)))).toEqual(["day", "system", "system", "system"]);
    expect(shape(timeline(...four))).toEqual(["day", "run"]);
    const openRuns = new Set(["run s1"]);
    expect(shape(timelineWith({ openRuns }, ...four))).toEqual(["day", "run", ...Array(4).fill("system")]);
    expect(timeline(...four, { id: "a", at: "12:01:00" })[1]).toMatchObject({ messages: { length: 4 }, isOpen: false });
  });

  test("a bubble between them ends a run of system lines", () => {
    const items = timeline(...four.slice(0, 2), { id: "a", at: "12:00:03" }, ...four.slice(3));
    expect(shape(items)).toEqual(["day", "system", "system", "a first last", "system"]);
  });
});

test.each([
  [null, false],
  ["12:00:50", false],
  ["11:59:00", false],
  ["11:58:59", true],
  ["12:01:01", true],
])("stored 12:00:00, sent %s: late %s", (providerAt, late) => {
  expect(isLate(message({ id: "a", at: "12:00:00", ...(providerAt ? { providerAt } : {}) }))).toBe(late);
});

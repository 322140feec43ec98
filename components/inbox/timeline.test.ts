import { describe, expect, test } from "vitest";
import { buildTimeline } from "./timeline.ts";

type Facts = {
  id: string;
  at: string;
  isAgent?: boolean;
  agentId?: string;
  type?: string;
  noteType?: string;
  providerAt?: string;
};

const message = ({ id, at, isAgent = false, agentId, type = "text", noteType, providerAt }: Facts) => ({
  messageId: id,
  type,
  noteType: noteType ?? null,
  isAgent,
  agentId: agentId ?? null,
  aiId: null,
  createdAt: `2026-03-03T${at}`,
  providerAt: providerAt ? `2026-03-03T${providerAt}` : null,
});

const timeline = (...facts: Facts[]) => buildTimeline(facts.map(message), ({ messageId }) => messageId);
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

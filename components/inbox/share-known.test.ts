import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { shareMessages, shareRows } from "./share-known.ts";

const row = (id: string, unreadCount = 0) => ({ id, unreadCount, tags: ["vip"], lastMessage: { content: `of ${id}` } });
const page = (nodes: ReturnType<typeof row>[], endCursor = "x") => ({
  nodes,
  pageInfo: { hasNextPage: true, endCursor },
});
const list = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map((_, index) => index) });

describe("shareRows", () => {
  it("keeps rows that have only moved", () => {
    const before = list(page([row("a"), row("b"), row("c")]), page([row("d")]));
    const after = list(page([row("c", 1), row("new"), row("a"), row("b")]), page([row("d")]));
    const shared = shareRows(before, after) as typeof before;
    expect(shared).toEqual(after);
    expect(shared.pages[0]?.nodes[2]).toBe(before.pages[0]?.nodes[0]);
    expect(shared.pages[0]?.nodes[3]).toBe(before.pages[0]?.nodes[1]);
    expect(shared.pages[0]?.nodes[0]?.tags).toBe(before.pages[0]?.nodes[2]?.tags);
    expect(shared.pages[1]).toBe(before.pages[1]);
  });

  it("is what it was where nothing has changed, and new where only a cursor has", () => {
    const before = list(page([row("a")]));
    expect(shareRows(before, list(page([row("a")])))).toBe(before);
    const moved = shareRows(before, list(page([row("a")], "y"))) as typeof before;
    expect(moved).not.toBe(before);
    expect(moved.pages[0]?.nodes).toBe(before.pages[0]?.nodes);
    expect(moved.pages[0]?.pageInfo.endCursor).toBe("y");
  });

  it("takes fewer pages, more pages and the first ones", () => {
    const one = list(page([row("a")]));
    const two = list(page([row("a")]), page([row("b")]));
    expect(shareRows(one, two)).toEqual(two);
    expect(shareRows(two, one)).toEqual(one);
    expect(shareRows(undefined, one)).toBe(one);
  });

  it("is asked by the cache for what is put in by hand, too", () => {
    const client = new QueryClient();
    client.setQueryDefaults(["list"], { structuralSharing: shareRows });
    const before = list(page([row("a"), row("b")]));
    client.setQueryData(["list"], before);
    client.setQueryData(["list"], list(page([row("b"), row("a")])));
    expect(client.getQueryData<typeof before>(["list"])?.pages[0]?.nodes[1]).toBe(before.pages[0]?.nodes[0]);
  });
});

describe("shareMessages", () => {
  const message = (messageId: string, status = "sent") => ({ messageId, status, reactions: [] });

  it("keeps those that stood there when older ones come in above", () => {
    const before = { messages: [message("3"), message("4")], hasOlder: true };
    const after = { messages: [message("1"), message("2"), message("3"), message("4", "read")], hasOlder: false };
    const shared = shareMessages(before, after) as typeof before;
    expect(shared).toEqual(after);
    expect(shared.messages[2]).toBe(before.messages[0]);
    expect(shared.messages[3]).not.toBe(before.messages[1]);
  });

  it("is what it was where nothing has changed; a mark that is gone is gone", () => {
    const before = { messages: [message("1")], hasOlder: false };
    expect(shareMessages(before, { messages: [message("1")], hasOlder: false })).toBe(before);
    expect(shareMessages({ ...before, isKept: true }, before)).toEqual(before);
    expect(shareMessages(before, null)).toBeNull();
  });
});

import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConvRow } from "../inbox/documents.ts";
import { convViewCountsQuery } from "./list-queries.ts";
import { convRowsQuery, inboxKeys } from "../inbox/queries.ts";
import { createRowRefresher } from "./row-cache.ts";

type Asked = { operation: string; input: Record<string, unknown>; answer: (data: unknown) => void; fail: () => void };

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
const cache = { workspaceId: 1, viewerAgentId: null, client };
let asked: Asked[];
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  [asked, stops] = [[], []];
  // A fake service with manual responses.
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    const { query, variables } = JSON.parse(body) as { query: string; variables: { input: Record<string, unknown> } };
    const operation = /query (\w+)/.exec(query)?.[1] ?? "";
    return new Promise<Response>((answer, fail) =>
      asked.push({
        operation,
        input: variables.input,
        answer: (data) => answer(Response.json({ data })),
        fail: () => fail(new TypeError("fetch failed")),
      }),
    );
  });
});
afterEach(() => {
  for (const stop of stops) stop();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(5);
const row = (id: string, orderNo: string, more: object = {}) => ({
  id,
  clientId: `client of ${id}`,
  tags: [],
  ended: false,
  activityAt: "2026-03-03T12:00:00.000Z",
  orderNo,
  ...more,
});
const rows = (nodes: object[], endCursor: string | null = null) => ({
  convRows: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } },
});

/** The requests that name rows by id. */
const named = () => asked.filter(({ input }) => input.ids);

/** A list on the page, and the rows that it shows. */
function shownList() {
  const observer = new InfiniteQueryObserver(client, convRowsQuery(1, { view: "all", sort: "newest" }));
  stops.push(observer.subscribe(() => undefined));
  const nodes = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.nodes) ?? [];
  return { observer, shows: () => nodes().map(({ id, orderNo }) => `${id} ${orderNo ?? ""}`) };
}

test("a change while a list is first read is put into what comes, though it was answered before the change", async () => {
  const { shows } = shownList();
  void createRowRefresher(cache)(["a"]);
  expect(asked.map(({ input }) => input.ids)).toEqual([undefined, ["a"]]);
  asked[1]?.answer(rows([row("a", "new")]));
  await settled();
  asked[0]?.answer(rows([row("b", "old"), row("a", "old")]));
  await settled();
  expect(shows()).toEqual(["b old", "a old"]);
  asked.at(-1)?.answer(rows([row("a", "new")]));
  await settled();
  expect(shows()).toEqual(["b old", "a new"]);
});

test("a change while the next page is read is not undone by it; a row that has gone does not come back", async () => {
  const { observer, shows } = shownList();
  asked[0]?.answer(rows([row("c", "old"), row("b", "old")], "next"));
  await settled();
  void observer.fetchNextPage();
  void createRowRefresher(cache)(["b", "c"]);
  await settled();
  named()
    .at(-1)
    ?.answer(rows([row("b", "new")]));
  await settled();
  expect(shows()).toEqual(["b new"]);
  asked.find(({ input }) => input.after === "next")?.answer(rows([row("a", "old")]));
  await settled();
  expect(named()).toHaveLength(2);
  named()
    .at(-1)
    ?.answer(rows([row("b", "new")]));
  await settled();
  expect(shows()).toEqual(["b new", "a old"]);
});

test("a row that is first read by itself ends as the change left it", async () => {
  const queryKey = inboxKeys.row(1, "a");
  const reading: ((found: ConvRow | null) => void)[] = [];
  const queryFn = () => new Promise<ConvRow | null>((answer) => reading.push(answer));
  stops.push(new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined));
  void createRowRefresher(cache)(["a"]);
  asked[0]?.answer(rows([row("a", "new")]));
  await settled();
  reading[0]?.(null);
  await settled();
  expect(client.getQueryData(queryKey)).toBeNull();
  named()
    .at(-1)
    ?.answer(rows([row("a", "new")]));
  await settled();
  expect(client.getQueryData(queryKey)).toMatchObject({ orderNo: "new" });
});

test("counts that are first read are read again after the change", async () => {
  const observer = new QueryObserver(client, convViewCountsQuery(1));
  stops.push(observer.subscribe(() => undefined));
  void createRowRefresher(cache)(["a"]);
  asked[1]?.answer(rows([]));
  await settled();
  const counts = () => asked.filter(({ operation }) => operation === "InboxConvViewCounts");
  counts()[0]?.answer({ convViewCounts: { all: 1 } });
  await settled();
  counts()[1]?.answer({ convViewCounts: { all: 2 } });
  await settled();
  expect(observer.getCurrentResult().data).toEqual({ all: 2 });
});

test("rows whose answer did not come are asked for again", async () => {
  void createRowRefresher(cache)(["a"]);
  asked[0]?.fail();
  await settled();
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked[1]?.input.ids).toEqual(["a"]);
  asked[1]?.answer(rows([row("a", "new")]));
  await settled();
  expect(client.getQueryData(inboxKeys.row(1, "a"))).toMatchObject({ orderNo: "new" });
});

test("the server says which changed rows are in a list of conditions, and that list alone asks", async () => {
  const filter = { any: [{ all: [{ field: "tag" as const, op: "is" as const, values: ["vip"] }] }] };
  const observer = new InfiniteQueryObserver(client, convRowsQuery(1, { view: "all", sort: "newest", filter }));
  stops.push(observer.subscribe(() => undefined));
  asked[0]?.answer(rows([row("a", "old"), row("b", "old")]));
  await settled();
  void createRowRefresher(cache)(["a", "c"]);
  await settled();
  const [read, members] = named();
  expect([read?.operation, members?.operation]).toEqual(["InboxConvRows", "InboxConvMembers"]);
  expect(members?.input).toMatchObject({ filter, view: "all", ids: ["a", "c"] });
  read?.answer(rows([row("a", "new"), row("c", "new")]));
  members?.answer(rows([{ id: "c" }]));
  await settled();
  const nodes = observer.getCurrentResult().data?.pages.flatMap((page) => page.nodes) ?? [];
  expect(nodes.map(({ id }) => id)).toEqual(["c", "b"]);
});

test("the first change is read at once; what changes meanwhile a moment later, in one request", async () => {
  const refresh = createRowRefresher(cache);
  void refresh(["a"]);
  void refresh(["b"]);
  void refresh(["c", "b"]);
  expect(named().map(({ input }) => input.ids)).toEqual([["a"]]);
  named()[0]?.answer(rows([row("a", "new")]));
  await settled();
  expect(named()).toHaveLength(1);
  expect(client.getQueryData(inboxKeys.row(1, "a"))).toMatchObject({ orderNo: "new" });
  await vi.advanceTimersByTimeAsync(250);
  expect(named()[1]?.input.ids).toEqual(["b", "c"]);
  named()[1]?.answer(rows([row("b", "new"), row("c", "new")]));
  await settled();
  expect(client.getQueryData(inboxKeys.row(1, "c"))).toMatchObject({ orderNo: "new" });
  // Long after a burst, the next change is read at once again.
  void refresh(["a"]);
  expect(named()).toHaveLength(3);
});

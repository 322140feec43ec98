import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RowFilter } from "../list/conv-rows.ts";
import type { ConvRow, ConvRowPage, Message } from "../inbox/documents.ts";
import { keepInbox } from "./keep-inbox.ts";
import type { KeptThread } from "./kept-store.ts";
import { inboxKeys, threadQuery, type Thread } from "../inbox/queries.ts";

const filter: RowFilter = { view: "all", sort: "newest" };
const message = (seq: number) => ({ messageId: `m${seq}`, seq }) as Message;
const row = (id: string) => ({ id, clientName: "Maria" }) as ConvRow;
const page = (id: string): ConvRowPage => ({ nodes: [row(id)], pageInfo: { hasNextPage: false, endCursor: null } });

let client: QueryClient;
let threads: Map<string, KeptThread>;
let lists: Map<string, ConvRowPage>;
let forgotten: string[];
let stop: () => void;
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  [threads, lists, forgotten, stops] = [new Map(), new Map(), [], []];
  stop = keepInbox({
    client,
    workspaceId: 1,
    store: {
      thread: (id) => Promise.resolve(threads.get(id) ?? null),
      list: (key) => Promise.resolve(lists.get(key) ?? null),
      keepThreads: (kept) => Promise.resolve(kept.forEach((thread) => threads.set(thread.row.id, thread))),
      keepList: (list) => Promise.resolve(void lists.set(list.key, list.page)),
      forget: (ids) => Promise.resolve(void forgotten.push(...ids)),
    },
  });
});
afterEach(() => {
  stop();
  for (const each of stops) each();
  client.clear();
  vi.useRealTimers();
});

/** A query on the page with a manual response. */
function shown(queryKey: readonly unknown[]) {
  const answer = Promise.withResolvers<unknown>();
  stops.push(new QueryObserver(client, { queryKey, queryFn: () => answer.promise }).subscribe(() => undefined));
  return answer;
}
const written = () => vi.advanceTimersByTimeAsync(2_000);
const read = () => vi.advanceTimersByTimeAsync(0);

test("a thread that was kept is shown while the service is asked, until it answers", async () => {
  threads.set("c1", { row: row("c1"), messages: [message(1)], hasOlder: true });
  const key = inboxKeys.thread(1, "c1");
  const answer = shown(key);
  await read();
  expect(client.getQueryData(key)).toEqual({ messages: [message(1)], hasOlder: true, isKept: true });
  expect(client.getQueryData(inboxKeys.row(1, "c1"))).toEqual(row("c1"));
  expect(client.getQueryState(key)?.fetchStatus).toBe("fetching");
  answer.resolve({ messages: [message(1), message(2)], hasOlder: true } satisfies Thread);
  await written();
  expect(client.getQueryData<Thread>(key)?.messages).toHaveLength(2);
  expect(threads.get("c1")?.messages).toHaveLength(2);
});

test("an answer that has come is not covered by what was kept", async () => {
  threads.set("c1", { row: row("c1"), messages: [message(1)], hasOlder: true });
  const key = inboxKeys.thread(1, "c1");
  const answer = shown(key);
  answer.resolve({ messages: [message(9)], hasOlder: false });
  await read();
  expect(client.getQueryData<Thread>(key)?.messages).toEqual([message(9)]);
});

test("what came from the store is not kept anew before the service has been heard", async () => {
  threads.set("c1", { row: row("c1"), messages: [message(1)], hasOlder: true });
  const before = threads.get("c1");
  shown(inboxKeys.thread(1, "c1"));
  await written();
  expect(threads.get("c1")).toBe(before);
});

test("the list that is looked at is kept, and shown while it is asked for", async () => {
  const key = inboxKeys.list(1, filter);
  shown(key).resolve({ pages: [page("c1")], pageParams: [null] });
  await written();
  expect([...lists.values()]).toEqual([page("c1")]);
  for (const each of stops.splice(0)) each();
  client.clear();
  shown(key);
  await read();
  expect(client.getQueryData(key)).toEqual({ pages: [page("c1")], pageParams: [null] });
});

test("a conversation that leaves the person's sight is forgotten, and not shown from what was kept", async () => {
  shown(inboxKeys.row(1, "c1")).resolve(row("c1"));
  shown(inboxKeys.thread(1, "c1")).resolve({ messages: [message(1)], hasOlder: false });
  await read();
  client.setQueryData(inboxKeys.row(1, "c1"), null);
  await written();
  expect(forgotten).toEqual(["c1"]);
  expect(threads.size).toBe(0);
  threads.set("c1", { row: row("c1"), messages: [message(1)], hasOlder: true });
  client.removeQueries({ queryKey: inboxKeys.thread(1, "c1") });
  shown(inboxKeys.thread(1, "c1"));
  await read();
  expect(client.getQueryData(inboxKeys.thread(1, "c1"))).toBeUndefined();
});

test("another workspace's conversations are none of its business, and what stands is written at the end", async () => {
  shown(inboxKeys.row(1, "c1")).resolve(row("c1"));
  shown(inboxKeys.thread(1, "c1")).resolve({ messages: [message(1)], hasOlder: false });
  shown(inboxKeys.row(2, "c2")).resolve(row("c2"));
  shown(inboxKeys.thread(2, "c2")).resolve({ messages: [message(1)], hasOlder: false });
  await read();
  expect(threads.size).toBe(0);
  stop();
  expect([...threads.keys()]).toEqual(["c1"]);
});

test("what is shown from what was kept is read again as a whole: a message that is gone by now does not stay", async () => {
  const key = inboxKeys.thread(1, "c1");
  const messages = Array.from({ length: 50 }, (_, n) => message(n + 1));
  client.setQueryData<Thread>(key, { messages, hasOlder: true, isKept: true }, { updatedAt: 0 });
  const asked: { variables: { input: { first: number } } }[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body) as (typeof asked)[number]);
    const answer = { data: { messages: { nodes: [message(60), message(2)], pageInfo: { hasNextPage: true } } } };
    return Promise.resolve(Response.json(answer));
  });
  const thread = await client.fetchQuery(threadQuery(1, "c1"));
  expect(asked[0]?.variables.input.first).toBe(50);
  expect(thread).toEqual({ messages: [message(2), message(60)], hasOlder: true });
});

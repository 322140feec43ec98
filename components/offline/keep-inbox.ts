import { hashKey, type InfiniteData, type Query, type QueryClient } from "@tanstack/react-query";
import { ApiError } from "../graphql/gql-request.ts";
import type { ConvRow, ConvRowPage } from "../inbox/documents.ts";
import type { KeptStore, KeptThread } from "./kept-store.ts";
import { inboxKeys, rowInLists, type Thread } from "../inbox/queries.ts";

/** Pause between two writes, in milliseconds. */
const WRITE_MS = 2_000;
/** The limit of threads per write, so that a burst of changes does not slow down typing. */
const MOST_AT_ONCE = 10;

type Kind = "thread" | "row" | "list";
type Lists = InfiniteData<ConvRowPage>;
type Setting = { client: QueryClient; workspaceId: number; store: Omit<KeptStore, "close"> };

/**
 * Connects the query cache with the store. It shows stored data until the response arrives, stores responses, and deletes data that the
 * person may no longer see. Stored data never replaces a response.
 * @returns a function that stops it and writes the remaining changes.
 */
export function keepInbox({ client, workspaceId, store }: Setting): () => void {
  const cache = client.getQueryCache();
  const changed = new Set<string>();
  /** Pages that came from the store. They need not be written again. */
  const kept = new WeakSet<ConvRowPage>();
  let list: Query | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function placeOf({ queryKey }: Query): { kind: Kind; id: string } | null {
    const [section, ofWorkspace, kind, id] = queryKey;
    if (section !== "inbox" || ofWorkspace !== workspaceId || queryKey.length !== 4) return null;
    if (kind === "list") return { kind, id: hashKey(queryKey) };
    return (kind === "thread" || kind === "row") && typeof id === "string" ? { kind, id } : null;
  }

  function show<Data>(queryKey: readonly unknown[], data: Data): void {
    // `updatedAt: 0` makes it older than every response.
    if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, data, { updatedAt: 0 });
  }

  async function fill(query: Query): Promise<void> {
    const place = placeOf(query);
    // Data put into the cache directly is added first and set right after. In a burst this is the most common case.
    await Promise.resolve();
    if (!place || query.state.data !== undefined) return;
    if (place.kind === "list") {
      const page = await store.list(place.id);
      if (!page) return;
      kept.add(page);
      return show<Lists>(query.queryKey, { pages: [page], pageParams: [null] });
    }
    const found = await store.thread(place.id);
    // The person has lost access since the request.
    if (!found || client.getQueryData(inboxKeys.row(workspaceId, place.id)) === null) return;
    show<ConvRow | null>(inboxKeys.row(workspaceId, place.id), found.row);
    const { messages, hasOlder } = found;
    if (place.kind === "thread") show<Thread>(query.queryKey, { messages, hasOlder, isKept: true });
  }

  function forget(convId: string): void {
    changed.delete(convId);
    void store.forget([convId]);
  }

  function note(query: Query): void {
    const place = placeOf(query);
    if (!place) return;
    if (place.kind === "list") {
      const page = (query.state.data as Lists | undefined)?.pages[0];
      // Keep only the visible list.
      if (!page || kept.has(page) || !query.isActive()) return;
      list = query;
    } else if (query.state.data === null) return forget(place.id);
    else changed.add(place.id);
    timer ??= setTimeout(write, WRITE_MS);
  }

  function threadOf(convId: string): KeptThread | null {
    const thread = client.getQueryData<Thread>(inboxKeys.thread(workspaceId, convId));
    const row =
      client.getQueryData<ConvRow | null>(inboxKeys.row(workspaceId, convId)) ??
      rowInLists(workspaceId, convId, client)?.row;
    return thread && row && !thread.isKept ? { row, messages: thread.messages, hasOlder: thread.hasOlder } : null;
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    const threads: KeptThread[] = [];
    for (const convId of changed) {
      if (threads.length === MOST_AT_ONCE) break;
      changed.delete(convId);
      const thread = threadOf(convId);
      if (thread) threads.push(thread);
    }
    if (threads.length > 0) void store.keepThreads(threads);
    const page = (list?.state.data as Lists | undefined)?.pages[0];
    if (list && page) void store.keepList({ key: list.queryHash, page });
    list = null;
    if (changed.size > 0) timer = setTimeout(write, WRITE_MS);
  }

  for (const query of cache.getAll()) {
    if (query.state.data === undefined) void fill(query);
    else note(query);
  }
  const stop = cache.subscribe((event) => {
    // The library does not type the data of its queries.
    const query = event.query as Query;
    if (event.type === "added") void fill(query);
    if (event.type !== "updated") return;
    if (event.action.type === "success") note(query);
    if (event.action.type === "error" && isGone(event.action.error)) {
      const place = placeOf(query);
      if (place && place.kind !== "list") forget(place.id);
    }
  });
  return () => {
    stop();
    write();
    clearTimeout(timer);
  };
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === "NOT_FOUND";

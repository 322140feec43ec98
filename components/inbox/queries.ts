import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { workspaceKey } from "../shell/workspace-key.ts";
import { PAGE_MESSAGES, readClientPart, readConvPart } from "./conv-parts.ts";
import * as documents from "./documents.ts";
import type { ConvRow, ConvRowPage, Message, TagType } from "./documents.ts";
import type { RowFilter } from "../list/conv-rows.ts";
import { hasGap, mergeMessages } from "../thread/merge-messages.ts";
import { shareMessages, shareRows } from "./share-known.ts";

const PAGE_ROWS = 50;
/** The service's page limit. */
const MOST_MESSAGES = 200;

/** The keys of the inbox's cache. Every key contains the workspace. */
export const inboxKeys = {
  lists: (workspaceId: number) => ["inbox", workspaceId, "list"] as const,
  list: (workspaceId: number, filter: RowFilter) => ["inbox", workspaceId, "list", filter] as const,
  row: (workspaceId: number, convId: string) => ["inbox", workspaceId, "row", convId] as const,
  counts: (workspaceId: number) => ["inbox", workspaceId, "counts"] as const,
  threads: (workspaceId: number) => ["inbox", workspaceId, "thread"] as const,
  thread: (workspaceId: number, convId: string) => [...inboxKeys.threads(workspaceId), convId] as const,
  /** Below the thread's key, so that it is removed when the viewer loses access to the thread. */
  stretch: (workspaceId: number, convId: string) => ["inbox", workspaceId, "thread", convId, "stretch"] as const,
  clients: (workspaceId: number) => ["inbox", workspaceId, "client"] as const,
  client: (workspaceId: number, clientId: string) => [...inboxKeys.clients(workspaceId), clientId] as const,
  convsOfClient: (workspaceId: number, clientId: string) =>
    [...inboxKeys.client(workspaceId, clientId), "convs"] as const,
  tags: (workspaceId: number) => [...inboxKeys.workspaceParts(workspaceId), "tags"] as const,
  savedViews: (workspaceId: number) => [...inboxKeys.workspaceParts(workspaceId), "savedViews"] as const,
  /** Below the workspace's key, so that a change of the workspace invalidates it. */
  workspaceParts: (workspaceId: number) => [...workspaceKey(workspaceId), "inbox"] as const,
};

/** A list of conversations, page by page. */
export const convRowsQuery = (workspaceId: number, filter: RowFilter) =>
  infiniteQueryOptions({
    queryKey: inboxKeys.list(workspaceId, filter),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<ConvRowPage> => {
      const input = { ...rowsAsked(filter), workspaceId, first: PAGE_ROWS, after: pageParam };
      return (await gqlRequest(documents.CONV_ROWS, input, { signal })).convRows;
    },
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
    structuralSharing: shareRows,
  });

/** The filter as the request's input. */
export function rowsAsked({ isPending: _, tags, ...filter }: RowFilter) {
  return { ...filter, tags: tags ? [...tags] : null };
}

/** The current state of the given rows. Rows that the viewer may not see are missing. */
export async function readRows(workspaceId: number, ids: string[]): Promise<ConvRow[]> {
  return (await gqlRequest(documents.CONV_ROWS, { workspaceId, ids, first: ids.length })).convRows.nodes;
}

/** One row. null: it does not exist, or the viewer may not see it. Starts with the row from a cached list. */
export const convRowQuery = (workspaceId: number, convId: string, client: QueryClient) =>
  queryOptions({
    queryKey: inboxKeys.row(workspaceId, convId),
    queryFn: async (): Promise<ConvRow | null> => (await readRows(workspaceId, [convId]))[0] ?? null,
    initialData: () => rowInLists(workspaceId, convId, client)?.row,
    // A row from an earlier visit is stale, so it is read again.
    initialDataUpdatedAt: () =>
      client.getQueryState(inboxKeys.row(workspaceId, convId))?.dataUpdatedAt ??
      (rowInLists(workspaceId, convId, client)?.isKept ? 0 : Date.now()),
  });

type ListedRow = { row: ConvRow; isKept: boolean };

/** A row from the cached lists. Prefers a list that the service has answered. `isKept`: the row is from an earlier visit. */
export function rowInLists(workspaceId: number, convId: string, client: QueryClient): ListedRow | undefined {
  const lists = client.getQueryCache().findAll({ queryKey: inboxKeys.lists(workspaceId) });
  const found = lists.flatMap(({ state }) => {
    const pages = (state.data as { pages: ConvRowPage[] } | undefined)?.pages ?? [];
    const row = pages.flatMap(({ nodes }) => nodes).find(({ id }) => id === convId);
    return row ? [{ row, isKept: state.dataUpdatedAt === 0 }] : [];
  });
  return found.find(({ isKept }) => !isKept) ?? found[0];
}

/**
 * The loaded part of a conversation: oldest first, without gaps, up to its newest message. `isKept`: it is from an earlier visit, and the
 * service has not responded yet.
 */
/** A part of a conversation around a message that the user jumped to. Oldest first, without gaps. It does not reach the newest message. */
export type Stretch = { messages: Message[]; hasOlder: boolean; hasNewer: boolean };

export type Thread = { messages: Message[]; hasOlder: boolean; isKept?: true };

/** The newest messages, merged into the loaded ones. A refetch brings the thread up to date. */
export const threadQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    queryKey: inboxKeys.thread(workspaceId, convId),
    queryFn: async ({ client }): Promise<Thread> => {
      const shown = client.getQueryData<Thread>(inboxKeys.thread(workspaceId, convId));
      // Messages from an earlier visit are all read again, because any of them may have been changed or deleted.
      const isLong = shown?.isKept && shown.messages.length > PAGE_MESSAGES;
      const page = isLong
        ? await readMessages(workspaceId, convId, Math.min(shown.messages.length, MOST_MESSAGES))
        : await readConvPart({ workspaceId, id: convId }, "messages");
      const known = client.getQueryData<Thread>(inboxKeys.thread(workspaceId, convId));
      if (!known || known.isKept || hasGap(known.messages, page.nodes, !page.pageInfo.hasNextPage)) {
        return { messages: mergeMessages([], page.nodes), hasOlder: page.pageInfo.hasNextPage };
      }
      return { ...known, messages: mergeMessages(known.messages, page.nodes) };
    },
    structuralSharing: shareMessages,
  });

/** Loads the page before the loaded part. */
export async function loadOlder(workspaceId: number, convId: string, client: QueryClient): Promise<void> {
  const key = inboxKeys.thread(workspaceId, convId);
  const known = client.getQueryData<Thread>(key);
  const [oldest] = known?.messages ?? [];
  if (!known?.hasOlder || !oldest) return;
  const page = await readAround({ workspaceId, convId, messageId: oldest.messageId, before: PAGE_MESSAGES, after: 0 });
  client.setQueryData<Thread>(key, (thread) =>
    thread?.messages[0]?.messageId === oldest.messageId
      ? { ...thread, messages: mergeMessages(thread.messages, page.nodes), hasOlder: page.hasOlder }
      : thread,
  );
}

/** Reads an older message again, found by its time, because its status has changed. */
export async function rereadMessage(
  workspaceId: number,
  convId: string,
  message: Message,
  client: QueryClient,
): Promise<void> {
  const { createdAt: startDate, createdAt: endDate } = message;
  const { messages } = await gqlRequest(documents.MESSAGES, { workspaceId, convId, startDate, endDate });
  mergeIntoThread(workspaceId, convId, messages.nodes, client);
}

/** Merges messages from a response into the loaded thread, and into the stretch shown next to it. */
export function mergeIntoThread(workspaceId: number, convId: string, messages: Message[], client: QueryClient): void {
  client.setQueryData<Thread>(inboxKeys.thread(workspaceId, convId), (thread) => {
    if (!thread) return thread;
    // Leave out messages from before the loaded part. They would hide a gap.
    const from = thread.hasOlder ? (thread.messages[0]?.seq ?? 0) : 0;
    return {
      ...thread,
      messages: mergeMessages(
        thread.messages,
        messages.filter(({ seq }) => seq >= from),
      ),
    };
  });
  client.setQueryData<Stretch | null>(inboxKeys.stretch(workspaceId, convId), (stretch) => {
    const held = new Set(stretch?.messages.map(({ messageId }) => messageId));
    const changed = messages.filter(({ messageId }) => held.has(messageId));
    return stretch && changed.length > 0 ? { ...stretch, messages: mergeMessages(stretch.messages, changed) } : stretch;
  });
}

async function readMessages(workspaceId: number, convId: string, first: number) {
  return (await gqlRequest(documents.MESSAGES, { workspaceId, convId, first })).messages;
}

/** A contact's conversations, newest first. */
export const convsOfClientQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: inboxKeys.convsOfClient(workspaceId, clientId),
    queryFn: async () => (await readClientPart({ workspaceId, id: clientId }, "convs")).nodes,
  });

/** Facts about a conversation: when it was answered, where it came from, when it ends. */
export const convFactsQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    // Below the thread's key, so that every message invalidates it.
    queryKey: [...inboxKeys.thread(workspaceId, convId), "facts"],
    queryFn: () => readConvPart({ workspaceId, id: convId }, "convFacts"),
  });

/** The notes of a conversation, newest first: those that people wrote for their team, and the log of actions. */
export const convNotesQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    queryKey: [...inboxKeys.thread(workspaceId, convId), "notes"],
    queryFn: async () => (await readConvPart({ workspaceId, id: convId }, "notes")).nodes,
  });

/** A message and its neighbours, by position. */
export async function readAround(input: VariablesOf<typeof documents.MESSAGES_AROUND>["input"]) {
  return (await gqlRequest(documents.MESSAGES_AROUND, input)).messagesAround;
}

export const clientQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: inboxKeys.client(workspaceId, clientId),
    queryFn: () => readClientPart({ workspaceId, id: clientId }, "client"),
  });

/** The notes pinned to a conversation's contact, as the conversation shows them. */
export const pinnedNotesQuery = (workspaceId: number, clientId: string, convId: string) =>
  queryOptions({
    queryKey: [...inboxKeys.client(workspaceId, clientId), "pinned", convId],
    queryFn: async () => (await readConvPart({ workspaceId, id: convId }, "pinnedNotes")).nodes,
  });

/** Contacts that may be the same person. */
export const possibleDuplicatesQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: [...inboxKeys.client(workspaceId, clientId), "duplicates"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.POSSIBLE_DUPLICATES, { workspaceId, clientId }, { signal })).possibleDuplicates.nodes,
  });

export const agentsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...inboxKeys.workspaceParts(workspaceId), "agents"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.AGENTS, { workspaceId, first: 200 }, { signal })).agents.nodes,
  });

export const channelsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...inboxKeys.workspaceParts(workspaceId), "channels"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.CHANNELS, { workspaceId }, { signal })).integrations.nodes,
  });

export const channelCapabilitiesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...inboxKeys.workspaceParts(workspaceId), "capabilities"],
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.CHANNEL_CAPABILITIES, { workspaceId }, { signal })).channelCapabilities.nodes,
  });

/** Tags and stages of one type; null: of all. */
export const tagsQuery = (workspaceId: number, type: TagType | null) =>
  queryOptions({
    queryKey: [...inboxKeys.tags(workspaceId), type],
    queryFn: async ({ signal }) => (await gqlRequest(documents.TAGS, { workspaceId, type }, { signal })).tags.nodes,
  });

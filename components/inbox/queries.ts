import { infiniteQueryOptions, queryOptions, type QueryClient } from "@tanstack/react-query";
import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { workspaceKey } from "../shell/workspace-key.ts";
import { afterPaint } from "./after-paint.ts";
import * as documents from "./documents.ts";
import type { ConvRow, ConvRowPage, Message, TagType } from "./documents.ts";
import type { RowFilter } from "../list/conv-rows.ts";
import { hasGap, mergeMessages } from "../thread/merge-messages.ts";
import { shareMessages, shareRows } from "./share-known.ts";

const PAGE_ROWS = 50;
const PAGE_MESSAGES = 40;
/** As many as the service gives at once. */
const MOST_MESSAGES = 200;

/** Every key of the inbox's cache begins with its workspace. */
export const inboxKeys = {
  lists: (workspaceId: number) => ["inbox", workspaceId, "list"] as const,
  list: (workspaceId: number, filter: RowFilter) => ["inbox", workspaceId, "list", filter] as const,
  row: (workspaceId: number, convId: string) => ["inbox", workspaceId, "row", convId] as const,
  counts: (workspaceId: number) => ["inbox", workspaceId, "counts"] as const,
  threads: (workspaceId: number) => ["inbox", workspaceId, "thread"] as const,
  thread: (workspaceId: number, convId: string) => [...inboxKeys.threads(workspaceId), convId] as const,
  /** Goes with the thread, when that is not the viewer's any more. */
  stretch: (workspaceId: number, convId: string) => ["inbox", workspaceId, "thread", convId, "stretch"] as const,
  client: (workspaceId: number, clientId: string) => ["inbox", workspaceId, "client", clientId] as const,
  convsOfClient: (workspaceId: number, clientId: string) =>
    ["inbox", workspaceId, "client", clientId, "convs"] as const,
  savedViews: (workspaceId: number) => [...inboxKeys.workspaceParts(workspaceId), "savedViews"] as const,
  /** Old at once when the workspace changes, like all that it is made of. */
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

/** What the service is asked for. */
export function rowsAsked({ isPending: _, tags, ...filter }: RowFilter) {
  return { ...filter, tags: tags ? [...tags] : null };
}

/** Named rows as they are now; those the viewer may not see are missing from the answer. */
export async function readRows(workspaceId: number, ids: string[]): Promise<ConvRow[]> {
  return (await gqlRequest(documents.CONV_ROWS, { workspaceId, ids, first: ids.length })).convRows.nodes;
}

/** One row; null when it does not exist or is not the viewer's to see. Begins with what a list already holds. */
export const convRowQuery = (workspaceId: number, convId: string, client: QueryClient) =>
  queryOptions({
    queryKey: inboxKeys.row(workspaceId, convId),
    queryFn: async (): Promise<ConvRow | null> => (await readRows(workspaceId, [convId]))[0] ?? null,
    initialData: () => rowInLists(workspaceId, convId, client)?.row,
    // A row of a list that was kept from an earlier visit is as old as that: it is asked for again.
    initialDataUpdatedAt: () =>
      client.getQueryState(inboxKeys.row(workspaceId, convId))?.dataUpdatedAt ??
      (rowInLists(workspaceId, convId, client)?.isKept ? 0 : Date.now()),
  });

type ListedRow = { row: ConvRow; isKept: boolean };

/** A row as the lists have it, that of one which the service has answered first. `isKept`: as it was at an earlier visit. */
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
 * Loaded part of a conversation: oldest first, without holes, up to its newest message. `isKept`: as it was when it was last seen here,
 * until the service has been heard.
 */
/** Part of a conversation that does not reach its newest message: where somebody jumped to. Oldest first, without holes. */
export type Stretch = { messages: Message[]; hasOlder: boolean; hasNewer: boolean };

export type Thread = { messages: Message[]; hasOlder: boolean; isKept?: true };

/** The newest messages, joined to what is loaded; refetching it is how the thread follows changes. */
export const threadQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    queryKey: inboxKeys.thread(workspaceId, convId),
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const shown = client.getQueryData<Thread>(inboxKeys.thread(workspaceId, convId));
      // What is shown from what was kept is read again as a whole: any of it may be another by now, or taken back.
      const first = shown?.isKept
        ? Math.min(Math.max(shown.messages.length, PAGE_MESSAGES), MOST_MESSAGES)
        : PAGE_MESSAGES;
      const page = await readMessages({ workspaceId, convId, first }, signal);
      const known = client.getQueryData<Thread>(inboxKeys.thread(workspaceId, convId));
      if (!known || known.isKept || hasGap(known.messages, page.nodes, !page.pageInfo.hasNextPage)) {
        return { messages: mergeMessages([], page.nodes), hasOlder: page.pageInfo.hasNextPage };
      }
      return { ...known, messages: mergeMessages(known.messages, page.nodes) };
    },
    structuralSharing: shareMessages,
  });

/** The page before the loaded part. */
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

/** A message further up again, found by its moment: its status has changed. */
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

/** Puts messages that an answer brought into the loaded thread, and into the stretch that is looked at beside it. */
export function mergeIntoThread(workspaceId: number, convId: string, messages: Message[], client: QueryClient): void {
  client.setQueryData<Thread>(inboxKeys.thread(workspaceId, convId), (thread) => {
    if (!thread) return thread;
    // One from before the loaded part would pretend that nothing lies between.
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

async function readMessages(input: { workspaceId: number; convId: string; first: number }, signal: AbortSignal) {
  return (await gqlRequest(documents.MESSAGES, input, { signal })).messages;
}

/** As many earlier conversations of one client as are read at once; who had more is looked up under Contacts. */
const CONVS_OF_CLIENT = 100;

/** A client's conversations, newest first. */
export const convsOfClientQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: inboxKeys.convsOfClient(workspaceId, clientId),
    queryFn: async ({ signal }) => {
      await afterPaint();
      const input = { workspaceId, clientId, first: CONVS_OF_CLIENT };
      return (await gqlRequest(documents.CONVS_OF_CLIENT, input, { signal })).convs.nodes;
    },
  });

/** When a conversation was answered, where it came from, when it ends. */
export const convFactsQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    // Old with every message.
    queryKey: [...inboxKeys.thread(workspaceId, convId), "facts"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.CONV_FACTS, { workspaceId, convId }, { signal })).convFacts,
  });

/** The notes of a conversation, newest first: what people wrote for their team, and what was done to it. */
export const convNotesQuery = (workspaceId: number, convId: string) =>
  queryOptions({
    queryKey: [...inboxKeys.thread(workspaceId, convId), "notes"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.MESSAGES, { workspaceId, convId, type: "note", first: 200 }, { signal })).messages
        .nodes,
  });

/** A message and those around it, by their places. */
export async function readAround(input: VariablesOf<typeof documents.MESSAGES_AROUND>["input"]) {
  return (await gqlRequest(documents.MESSAGES_AROUND, input)).messagesAround;
}

export const clientQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: inboxKeys.client(workspaceId, clientId),
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.CLIENT, { workspaceId, id: clientId }, { signal })).client,
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

export const tagsQuery = (workspaceId: number, type: TagType) =>
  queryOptions({
    queryKey: [...inboxKeys.workspaceParts(workspaceId), "tags", type],
    queryFn: async ({ signal }) => (await gqlRequest(documents.TAGS, { workspaceId, type }, { signal })).tags.nodes,
  });

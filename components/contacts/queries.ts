import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { filterInput, type ContactFilter } from "./contact-filter.ts";
import * as documents from "./documents.ts";
import { workspaceKey } from "../shell/workspace-key.ts";
import type { BulkPatch, ContactPage, ContactPatch, MergeValue } from "./documents.ts";
import * as segmentDocuments from "./segment-documents.ts";
import type { SegmentConditions, SegmentPatch } from "./segment-documents.ts";

const PAGE_ROWS = 50;

/** Every cache key of contacts starts with its workspace. */
export const contactKeys = {
  all: (workspaceId: number) => ["contacts", workspaceId] as const,
  lists: (workspaceId: number) => ["contacts", workspaceId, "list"] as const,
  contact: (workspaceId: number, clientId: string) => ["contacts", workspaceId, "contact", clientId] as const,
};

/** The contacts that match a filter, in pages. With `stageId` or `noStage`: one column of the board. */
export const contactsQuery = (
  workspaceId: number,
  filter: ContactFilter,
  column?: { stageId: string } | { noStage: true },
) =>
  infiniteQueryOptions({
    queryKey: [...contactKeys.lists(workspaceId), filter, column ?? null],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<ContactPage> => {
      const input = { workspaceId, ...filterInput(filter), ...column, first: PAGE_ROWS, after: pageParam };
      return (await gqlRequest(documents.CONTACTS, input, { signal })).clients;
    },
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
  });

/** The number of matches, requested only on demand. */
export async function countContacts(workspaceId: number, filter: ContactFilter): Promise<number> {
  const input = { workspaceId, ...filterInput(filter), first: 1 };
  return (await gqlRequest(documents.CONTACT_COUNT, input)).clients.pageInfo.count;
}

/** A count of all segments may be this old, in milliseconds. */
const COUNTED_MS = 60_000;

/** The workspace's segments. */
export const segmentsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "segments"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(segmentDocuments.SEGMENTS, { workspaceId }, { signal })).segments.nodes,
  });

/** The number of contacts in each segment, by its ID. null: the viewer may not know it. */
export const segmentCountsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["segmentCounts", workspaceId],
    queryFn: async ({ signal }) => {
      const { segments } = await gqlRequest(segmentDocuments.SEGMENT_COUNTS, { workspaceId }, { signal });
      return Object.fromEntries(segments.nodes.map(({ id, count }) => [id, count]));
    },
    staleTime: COUNTED_MS,
  });

export const createSegment = async (workspaceId: number, name: string, filter: SegmentConditions) =>
  (await gqlRequest(segmentDocuments.CREATE_SEGMENT, { workspaceId, name, filter })).createSegment;
export const patchSegment = (workspaceId: number, id: string, patch: SegmentPatch) =>
  gqlRequest(segmentDocuments.PATCH_SEGMENT, { workspaceId, id, ...patch });

export const contactQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: contactKeys.contact(workspaceId, clientId),
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.CONTACT_DETAIL, { workspaceId, id: clientId }, { signal })).client,
  });

export const timelineQuery = (workspaceId: number, clientId: string) =>
  infiniteQueryOptions({
    queryKey: [...contactKeys.contact(workspaceId, clientId), "timeline"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: after, signal }) =>
      (await gqlRequest(documents.TIMELINE, { workspaceId, clientId, first: 20, after }, { signal })).clientTimeline,
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
  });

export const duplicatesQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: [...contactKeys.contact(workspaceId, clientId), "duplicates"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.DUPLICATES, { workspaceId, clientId }, { signal })).possibleDuplicates.nodes,
  });

export const mergesQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: [...contactKeys.contact(workspaceId, clientId), "merges"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.MERGES, { workspaceId, clientId }, { signal })).clientMerges.nodes,
  });

/** Polling interval while a request is being processed, in milliseconds. */
const UNDER_WAY_MS = 1_000;

export const dataRequestsQuery = (workspaceId: number, clientId: string) =>
  queryOptions({
    queryKey: [...contactKeys.contact(workspaceId, clientId), "data"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(documents.DATA_REQUESTS, { workspaceId, clientId }, { signal })).clientDataRequests.nodes,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ state }) => state === "queued" || state === "running") ? UNDER_WAY_MS : false,
  });

export const exportData = (workspaceId: number, id: string) => gqlRequest(documents.EXPORT_DATA, { workspaceId, id });
export const eraseContact = (workspaceId: number, id: string) => gqlRequest(documents.ERASE, { workspaceId, id });
export const createContact = async (input: VariablesOf<typeof documents.CREATE>["input"]) =>
  (await gqlRequest(documents.CREATE, input)).createClient;
export const patchContact = (workspaceId: number, id: string, patch: ContactPatch) =>
  gqlRequest(documents.PATCH, { workspaceId, id, ...patch });
export const setArchived = (workspaceId: number, id: string, isArchived: boolean) =>
  isArchived
    ? gqlRequest(documents.ARCHIVE, { workspaceId, id })
    : gqlRequest(documents.UNARCHIVE, { workspaceId, id });
export const mergeContacts = (workspaceId: number, id: string, sourceId: string, values: MergeValue[]) =>
  gqlRequest(documents.MERGE, { workspaceId, id, sourceIds: [sourceId], values });
export const undoMerge = (workspaceId: number, mergeId: string) =>
  gqlRequest(documents.UNDO_MERGE, { workspaceId, mergeId });
export const bulkPatch = async (workspaceId: number, ids: string[], patch: BulkPatch) =>
  (await gqlRequest(documents.BULK_PATCH, { workspaceId, ids, ...patch })).bulkPatchClients;

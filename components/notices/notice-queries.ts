import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import type { NoticeRow } from "./find-notices.ts";

const NOTICE_ROWS = graphql(`
  query NoticeRows($input: ConvRowsInput!) {
    convRows(input: $input) {
      nodes {
        id
        clientName
        assigneeId
        aiId
        otherAppSince
        ended
        needsResponse
        replyWindowClosesAt
        slaDueAt
        ownFailedIds
        lastMessage {
          messageId
          isAgent
          agentId
        }
      }
    }
  }
`);

/** The largest page of the API. */
const MOST = 200;

/** The named conversations, without those hidden from the viewer. */
export async function rowsForNotices(workspaceId: number, ids: string[]): Promise<NoticeRow[]> {
  const named = ids.slice(0, MOST);
  return (await gqlRequest(NOTICE_ROWS, { workspaceId, ids: named, first: named.length })).convRows.nodes;
}

/** The viewer's own open conversations. */
export async function ownRowsForNotices(workspaceId: number): Promise<NoticeRow[]> {
  return (await gqlRequest(NOTICE_ROWS, { workspaceId, view: "mine", first: MOST })).convRows.nodes;
}

/** Conversations visible to the viewer whose response target is close, most urgent first. */
export async function rowsAtRisk(workspaceId: number): Promise<NoticeRow[]> {
  const filter = { any: [{ all: [{ field: "sla" as const, op: "is" as const, values: ["risk"] }] }] };
  return (await gqlRequest(NOTICE_ROWS, { workspaceId, filter, sort: "slaDue", first: MOST })).convRows.nodes;
}

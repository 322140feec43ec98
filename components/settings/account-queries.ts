import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "../shell/workspace-key.ts";

const SESSIONS = graphql(`
  query Sessions($input: SessionsInput!) {
    sessions(input: $input) {
      nodes {
        id
        createdAt
        lastSeenAt
        userAgent
        isCurrent
      }
    }
  }
`);

const REVOKE_SESSIONS = graphql(`
  mutation RevokeSessions($input: SessionsRevokeInput!) {
    revokeSessions(input: $input) {
      nodes {
        id
      }
    }
  }
`);

const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($input: PasswordChangeInput!) {
    changePassword(input: $input) {
      nodes {
        id
      }
    }
  }
`);

const AUDIT_ENTRIES = graphql(`
  query AuditEntries($input: AuditEntriesInput!) {
    auditEntries(input: $input) {
      nodes {
        id
        action
        actorKind
        actorId
        actorName
        targetId
        before
        after
        refusal
        address
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export type OwnSession = ResultOf<typeof SESSIONS>["sessions"]["nodes"][number];
export type AuditEntry = ResultOf<typeof AUDIT_ENTRIES>["auditEntries"]["nodes"][number];
/** The filter for the audit log. */
export type AuditFilter = {
  actions: string[];
  /** The ID of a person or key, or SYSTEM. */
  actorId: string | null;
  /** The ID of the changed object. */
  targetId: string | null;
  /** true: only refused actions. false: only completed ones. */
  refused: boolean | null;
  startDate: string | null;
  endDate: string | null;
};

const AUDIT_PAGE = 50;

export const sessionsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: async ({ signal }) => (await gqlRequest(SESSIONS, { workspaceId }, { signal })).sessions.nodes,
  });

export const auditEntriesQuery = (workspaceId: number, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...workspaceKey(workspaceId), "audit", filter],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const input = { workspaceId, ...filter, first: AUDIT_PAGE, after: pageParam };
      return (await gqlRequest(AUDIT_ENTRIES, input, { signal })).auditEntries;
    },
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });

export const revokeSessions = (input: VariablesOf<typeof REVOKE_SESSIONS>["input"]) =>
  gqlRequest(REVOKE_SESSIONS, input);
export const changePassword = (input: VariablesOf<typeof CHANGE_PASSWORD>["input"]) =>
  gqlRequest(CHANGE_PASSWORD, input);

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResultOf, VariablesOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";

const CONVERSATIONS = graphql(`
  query ConversationsReport($input: ConversationsReportInput!) {
    conversationsReport(input: $input) {
      totals {
        opened
        ended
        inbound
        byPerson
        byAssistant
        byProgram
      }
      series {
        at
        opened
        ended
        inbound
        byPerson
        byAssistant
        byProgram
      }
      byChannel {
        integrationId
        name
        opened
        ended
        inbound
        byPerson
        byAssistant
        byProgram
      }
      byTag {
        tag
        opened
      }
      bySource {
        sourceType
        adId
        headline
        url
        convs
      }
      byPrice {
        category
        messages
        charged
      }
      byHour {
        weekday
        hour
        inbound
      }
      times {
        firstResponseByPerson {
          count
          median
          p90
        }
        firstResponseByAssistant {
          count
          median
          p90
        }
        resolution {
          count
          median
          p90
        }
      }
      ratings {
        asked
        count
        average
        byChannel {
          integrationId
          name
          asked
          count
          average
          distribution {
            rating
            count
          }
        }
      }
      backlog {
        open
        needsResponse
        unassigned
      }
    }
  }
`);

const AGENTS = graphql(`
  query ReportOfAgents($input: AgentsReportInput!) {
    agentsReport(input: $input) {
      nodes {
        agentId
        name
        surname
        assignedCount
        endedCount
        messageCount
        firstResponseSecondsAvg
        resolutionSecondsAvg
        ratingAvg
        ratingCount
        ratings {
          rating
          count
        }
      }
    }
  }
`);

const BROADCASTS = graphql(`
  query ReportOfBroadcasts($input: BroadcastReportInput!) {
    broadcastReport(input: $input) {
      nodes {
        id
        reportDate
        integrationId
        sentCount
        deliveredCount
        readCount
        pendingCount
        failedCount
      }
    }
  }
`);

export type ConversationsReport = ResultOf<typeof CONVERSATIONS>["conversationsReport"];
export type AgentReport = ResultOf<typeof AGENTS>["agentsReport"]["nodes"][number];
export type BroadcastReport = ResultOf<typeof BROADCASTS>["broadcastReport"]["nodes"][number];
type Input<D> = VariablesOf<D> extends { input: infer I } ? I : never;

/** The maximum age of figures while a report is open. */
const STALE_MS = 60_000;

export const conversationsReportQuery = (input: Input<typeof CONVERSATIONS>) =>
  queryOptions({
    queryKey: ["reports", input.workspaceId, "conversations", input],
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await gqlRequest(CONVERSATIONS, input, { signal })).conversationsReport,
  });

export const agentsReportQuery = (input: Input<typeof AGENTS>) =>
  queryOptions({
    queryKey: ["reports", input.workspaceId, "agents", input],
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await gqlRequest(AGENTS, input, { signal })).agentsReport.nodes,
  });

export const broadcastsReportQuery = (input: Input<typeof BROADCASTS>) =>
  queryOptions({
    queryKey: ["reports", input.workspaceId, "broadcasts", input],
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await gqlRequest(BROADCASTS, input, { signal })).broadcastReport.nodes,
  });

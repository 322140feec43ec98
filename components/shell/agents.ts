"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ResultOf } from "gql.tada";
import { gqlRequest } from "../graphql/gql-request.ts";
import { graphql } from "../graphql/graphql.ts";
import { workspaceKey } from "./workspace-key.ts";
import { useWorkspaceId } from "./workspace.tsx";

const AGENTS = graphql(`
  query AgentNames($input: AgentsInput!) {
    agents(input: $input) {
      nodes {
        id
        name
        surname
        email
      }
    }
  }
`);

type Agent = ResultOf<typeof AGENTS>["agents"]["nodes"][number];

/** The largest page of the API. */
const AGENTS_MAX = 200;

const agentsQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "agents"],
    queryFn: async ({ signal }) =>
      (await gqlRequest(AGENTS, { workspaceId, first: AGENTS_MAX }, { signal })).agents.nodes,
  });

export function agentName({ name, surname }: Pick<Agent, "name" | "surname">): string {
  return surname ? `${name} ${surname}` : name;
}

export function useAgentChoices(): { value: string; label: string }[] {
  const { data = [] } = useQuery(agentsQuery(useWorkspaceId()));
  return data
    .map((agent) => ({ value: agent.id, label: agentName(agent) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

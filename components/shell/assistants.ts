"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { botRequest } from "../graphql/gql-request.ts";
import { botGraphql } from "../graphql/graphql.ts";
import { workspaceKey } from "./workspace-key.ts";
import { useViewer, useWorkspaceId } from "./workspace.tsx";

const NAMES = botGraphql(`
  query AssistantNames($input: AIsInput!) {
    ais(input: $input) {
      nodes {
        id
        name
      }
    }
  }
`);

/** The largest page of the API. */
const ASSISTANTS_MAX = 200;

const namesQuery = (workspaceId: number) =>
  queryOptions({
    queryKey: [...workspaceKey(workspaceId), "assistant-names"],
    queryFn: async ({ signal }) =>
      (await botRequest(NAMES, { workspaceId, first: ASSISTANTS_MAX }, { signal })).ais.nodes,
  });

/** The assistants as choices of a field, by name. Empty if the plan has none. */
export function useAssistantChoices(): { value: string; label: string }[] {
  const plan = useViewer()?.plan;
  const query = namesQuery(useWorkspaceId());
  const { data = [] } = useQuery({ ...query, enabled: plan !== undefined && plan !== "GATEWAY" });
  return data.map(({ id, name }) => ({ value: id, label: name })).sort((a, b) => a.label.localeCompare(b.label));
}

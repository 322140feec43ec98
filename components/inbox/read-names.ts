import type { QueryClient } from "@tanstack/react-query";
import type { QueryField } from "./conv-query.ts";
import { broadcastNamesQuery } from "./list-queries.ts";
import { agentsQuery, channelsQuery, tagsQuery } from "./queries.ts";
import { namesOf } from "./query-names.ts";
import type { Names } from "./resolve-query.ts";

/** Reads the names of the fields that are asked for, and nothing else. */
export async function readNames(
  client: QueryClient,
  workspaceId: number,
  fields: readonly QueryField[],
): Promise<Names> {
  const agents = agentsQuery(workspaceId);
  const channels = channelsQuery(workspaceId);
  const stages = tagsQuery(workspaceId, "convStage");
  const broadcasts = broadcastNamesQuery(workspaceId);
  await Promise.all([
    fields.includes("owner") ? client.prefetchQuery(agents) : null,
    fields.includes("channel") ? client.prefetchQuery(channels) : null,
    fields.includes("stage") ? client.prefetchQuery(stages) : null,
    fields.includes("broadcast") ? client.prefetchQuery(broadcasts) : null,
  ]);
  return namesOf({
    agents: client.getQueryData(agents.queryKey),
    channels: client.getQueryData(channels.queryKey),
    stages: client.getQueryData(stages.queryKey),
    broadcasts: client.getQueryData(broadcasts.queryKey),
  });
}

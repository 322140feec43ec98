import type { QueryClient } from "@tanstack/react-query";
import type { Carrier } from "../graphql/carrier.ts";
import { readAhead } from "../graphql/read-ahead.ts";
import { parseQuery, type QueryField } from "../list/conv-query.ts";
import { viewerQuery } from "../shell/queries.ts";
import { preferencesOf } from "../shell/preferences.ts";
import { opensByChoice, readAddress, rowFilterOf } from "./inbox-address.ts";
import { convRowQuery, convRowsQuery, threadQuery, agentsQuery, channelsQuery, tagsQuery } from "./queries.ts";
import { namedFields, resolveQuery, type Names } from "../list/resolve-query.ts";
import { broadcastNamesQuery } from "../list/list-queries.ts";
import { namesOf } from "./query-names.ts";

type Place = { workspaceId: number; convId: string | null; params: URLSearchParams };

/** Reads the data of the first render for an address: the first rows of the list and the open conversation. */
export function readInbox(carrier: Carrier, { workspaceId, convId, params }: Place) {
  return readAhead(carrier, (client) =>
    Promise.all([
      readList(client, workspaceId, params),
      convId ? client.prefetchQuery(convRowQuery(workspaceId, convId, client)) : null,
      convId ? client.prefetchQuery(threadQuery(workspaceId, convId)) : null,
    ]),
  );
}

async function readList(client: QueryClient, workspaceId: number, params: URLSearchParams): Promise<void> {
  const viewer = viewerQuery(workspaceId);
  if (opensByChoice(params)) await client.prefetchQuery(viewer);
  const address = readAddress(params, preferencesOf(client.getQueryData(viewer.queryKey)).opensWith);
  const query = parseQuery(address.search);
  const { filter } = resolveQuery(query, await readNames(client, workspaceId, namedFields(query)));
  const shown = rowFilterOf(address, { query, filter, isPending: false });
  await client.prefetchInfiniteQuery(convRowsQuery(workspaceId, shown));
}

/** Reads the names for the given fields only. */
async function readNames(client: QueryClient, workspaceId: number, fields: readonly QueryField[]): Promise<Names> {
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

import type { QueryClient } from "@tanstack/react-query";
import type { Carrier } from "../graphql/carrier.ts";
import { readAhead } from "../graphql/read-ahead.ts";
import { parseQuery } from "./conv-query.ts";
import { readAddress, rowFilterOf } from "./inbox-address.ts";
import { convRowQuery, convRowsQuery, threadQuery } from "./queries.ts";
import { readNames } from "./read-names.ts";
import { namedFields, resolveQuery } from "./resolve-query.ts";

type Place = { workspaceId: number; convId: string | null; params: URLSearchParams };

/** What the inbox at an address is drawn with: the first rows of its list, the open conversation. */
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
  const address = readAddress(params);
  const query = parseQuery(address.search);
  const { filter } = resolveQuery(query, await readNames(client, workspaceId, namedFields(query)));
  const shown = rowFilterOf(address, { query, filter, isPending: false });
  await client.prefetchInfiniteQuery(convRowsQuery(workspaceId, shown));
}

import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** First fetches that already have a second one queued, with its completion. */
const followed = new WeakMap<Query, Promise<void>>();

/**
 * Refetches what a change has invalidated. A first fetch in progress may return data from before the change, and the library
 * would accept it as fresh. So a second fetch follows it.
 * @returns when all of it was read or failed.
 */
export async function readAgain(client: QueryClient, filters: Pick<QueryFilters, "queryKey"> = {}): Promise<void> {
  const firstReadings = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined);
  const again = client.invalidateQueries(filters);
  await Promise.all([again, ...firstReadings.map((query) => followed.get(query) ?? follow(client, query))]);
}

function follow(client: QueryClient, query: Query): Promise<void> {
  const again = () => {
    followed.delete(query);
    return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  // Joins the fetch in progress.
  const following = query.fetch().then(again, again);
  followed.set(query, following);
  return following;
}

import type { InvalidateQueryFilters, Query, QueryClient } from "@tanstack/react-query";

type Filters = Pick<InvalidateQueryFilters, "queryKey" | "predicate" | "refetchType">;

/** Fetches that already have an invalidation queued behind them, with its completion. */
const followed = new WeakMap<Query, Promise<void>>();

/**
 * Refetches what a change has invalidated. A fetch in progress may return data from before the change, and the library would accept it as
 * fresh if it is the first one, or of data that is not shown. So another invalidation follows it.
 * @param filters as in the library. With `refetchType: "none"`, what has been read is only marked as stale.
 * @returns when all of it was read or failed.
 */
export async function readAgain(client: QueryClient, filters: Filters = {}): Promise<void> {
  const { refetchType: _, ...which } = filters;
  const running = client
    .getQueryCache()
    .findAll({ ...which, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined || !query.isActive());
  const again = client.invalidateQueries(filters);
  await Promise.all([again, ...running.map((query) => followed.get(query) ?? follow(client, query))]);
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

import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** First readings that a second one follows already, and its end. */
const followed = new WeakMap<Query, Promise<void>>();

/**
 * Has what a change has made old read again. A first reading that is still under way may have been answered before the change:
 * the library would take its answer for the new one, so it is followed by a second.
 * @returns when all of it has been read, or could not be.
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
  // Joins the reading that is under way.
  const following = query.fetch().then(again, again);
  followed.set(query, following);
  return following;
}

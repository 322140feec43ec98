import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** First readings that a second one follows already. */
const followed = new WeakSet<Query>();

/**
 * Has what a change has made old read again. A first reading that is still under way may have been answered before the change:
 * the library would take its answer for the new one, so it is followed by a second.
 */
export function readAgain(client: QueryClient, filters: Pick<QueryFilters, "queryKey"> = {}): void {
  const firstReadings = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching" })
    .filter((query) => query.state.data === undefined && !followed.has(query));
  void client.invalidateQueries(filters);
  for (const query of firstReadings) {
    const again = () => {
      followed.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    followed.add(query);
    // Joins the reading that is under way.
    query.fetch().then(again, again);
  }
}

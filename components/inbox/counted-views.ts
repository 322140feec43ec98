import { parseQuery, type ConvQuery, type QueryField } from "./conv-query.ts";
import type { SavedView } from "./list-documents.ts";
import { namedFields, resolveQuery, type ConvFilter, type Names } from "./resolve-query.ts";

/** Saved views that are counted, the first ones: the server counts no more in one request, and refuses all where it is asked to. */
const COUNTED_MAX = 20;

type CountedView = { id: string; query: ConvQuery };

export function countedViews(views: readonly SavedView[]): CountedView[] {
  return views.filter(({ isCounted }) => isCounted).map(({ id, query }) => ({ id, query: parseQuery(query) }));
}

/** The fields whose names have to be known before those views can be counted. */
export function fieldsOfCounted(counted: readonly CountedView[]): QueryField[] {
  return [...new Set(counted.flatMap(({ query }) => namedFields(query)))];
}

/** What the service is asked to count, in the order of the views. */
export function filtersOfCounted(counted: readonly CountedView[], names: Names): { id: string; filter: ConvFilter }[] {
  return counted
    .flatMap(({ id, query }) => {
      const { filter } = resolveQuery(query, names);
      return filter ? [{ id, filter }] : [];
    })
    .slice(0, COUNTED_MAX);
}

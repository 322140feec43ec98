/** The filter of the contact lists. It is stored in the URL: the same link shows the same contacts. */
export type ContactFilter = {
  search: string;
  tags: string[];
  /** Whether a contact must have all of the tags or any of them. */
  tagMode: "all" | "any";
  /** NO_STAGE: contacts without a stage. */
  stageId: string | null;
  country: string | null;
  defaultAgentId: string | null;
  integrationId: string | null;
  /** Days in the reader's time zone, YYYY-MM-DD, both included. */
  createdFrom: string | null;
  createdTo: string | null;
  isArchived: boolean;
  /** Only contacts who opted out. */
  isOptedOut: boolean;
};

export const NO_STAGE = "none";

export const NO_FILTER: ContactFilter = {
  search: "",
  tags: [],
  tagMode: "all",
  stageId: null,
  country: null,
  defaultAgentId: null,
  integrationId: null,
  createdFrom: null,
  createdTo: null,
  isArchived: false,
  isOptedOut: false,
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filter from a URL. Skips invalid parts. */
export function readFilter(search: URLSearchParams): ContactFilter {
  const day = (key: string) => (DAY.test(search.get(key) ?? "") ? search.get(key) : null);
  return {
    search: search.get("q") ?? "",
    tags: [...new Set(search.getAll("tag").filter(Boolean))],
    tagMode: search.get("tags") === "any" ? "any" : "all",
    stageId: search.get("stage") || null,
    country: search.get("country") || null,
    defaultAgentId: search.get("agent") || null,
    integrationId: search.get("channel") || null,
    createdFrom: day("from"),
    createdTo: day("to"),
    isArchived: search.get("archived") === "yes",
    isOptedOut: search.get("optedOut") === "yes",
  };
}

/** The filter as a query string without default values. */
export function writeFilter(filter: ContactFilter): URLSearchParams {
  const search = new URLSearchParams();
  const set = (key: string, value: string | null) => value && search.set(key, value);
  set("q", filter.search.trim());
  for (const tag of filter.tags) search.append("tag", tag);
  if (filter.tagMode === "any" && filter.tags.length > 1) search.set("tags", "any");
  set("stage", filter.stageId);
  set("country", filter.country);
  set("agent", filter.defaultAgentId);
  set("channel", filter.integrationId);
  set("from", filter.createdFrom);
  set("to", filter.createdTo);
  if (filter.isArchived) search.set("archived", "yes");
  if (filter.isOptedOut) search.set("optedOut", "yes");
  return search;
}

/** The filter as input of the query `clients`. */
export function filterInput(filter: ContactFilter) {
  const { search, tags, tagMode, stageId, country, defaultAgentId, integrationId, createdFrom, createdTo } = filter;
  return {
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(tags.length > 0 ? (tagMode === "any" ? { anyTags: tags } : { tags }) : {}),
    ...(stageId === NO_STAGE ? { noStage: true } : stageId ? { stageId } : {}),
    ...(country ? { country } : {}),
    ...(defaultAgentId ? { defaultAgentId } : {}),
    ...(integrationId ? { integrationId } : {}),
    ...(createdFrom ? { createdFrom: startOfDay(createdFrom, 0) } : {}),
    ...(createdTo ? { createdBefore: startOfDay(createdTo, 1) } : {}),
    ...(filter.isArchived ? { isDeleted: true } : {}),
    ...(filter.isOptedOut ? { isOptedOut: true } : {}),
  };
}

/** The additional input for one column of the board: a stage's ID, or NO_STAGE. */
export function columnOf(id: string): { stageId: string } | { noStage: true } {
  return id === NO_STAGE ? { noStage: true } : { stageId: id };
}

/** Midnight of a day in the reader's time zone, as an ISO 8601 time. */
function startOfDay(day: string, plusDays: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + plusDays).toISOString();
}

export function isFiltered(filter: ContactFilter): boolean {
  return writeFilter(filter).size > 0;
}

/** The URL of the export file: the filter's contacts, or the given ones. */
export function exportAddress(workspaceId: number, what: ContactFilter | { ids: readonly string[] }): string {
  const query = new URLSearchParams({ workspaceId: String(workspaceId) });
  const input = "ids" in what ? what : filterInput(what);
  for (const [key, value] of Object.entries(input)) {
    if (Array.isArray(value)) for (const item of value as readonly string[]) query.append(key, item);
    else query.set(key, String(value));
  }
  return `/export/contacts?${query}`;
}

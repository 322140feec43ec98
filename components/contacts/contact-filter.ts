/** The filter of the contact lists. It is stored in the URL: the same link shows the same contacts. */
export type ContactFilter = {
  /** The contacts of this segment, for whom the other conditions hold too. */
  segmentId: string | null;
  search: string;
  tags: string[];
  /** Whether a contact must have all of the tags or any of them. */
  tagMode: "all" | "any";
  /** Contacts with one of these tags are left out. */
  noneTags: string[];
  /** NO_STAGE: contacts without a stage. */
  stageId: string | null;
  country: string | null;
  defaultAgentId: string | null;
  integrationId: string | null;
  /** Days in the reader's time zone, YYYY-MM-DD, both included. */
  createdFrom: string | null;
  createdTo: string | null;
  /** In days. */
  wroteWithin: number | null;
  /** In days. Contacts who never wrote are included. */
  silentFor: number | null;
  lastBroadcast: LastBroadcast | null;
  isArchived: boolean;
  /** true: only contacts who opted out; false: only those who did not; null: all. */
  isOptedOut: boolean | null;
};

/** What became of the last broadcast to the contact. */
export const LAST_BROADCASTS = ["none", "failed", "unread", "read", "replied"] as const;
export type LastBroadcast = (typeof LAST_BROADCASTS)[number];

export const NO_STAGE = "none";

export const NO_FILTER: ContactFilter = {
  segmentId: null,
  search: "",
  tags: [],
  tagMode: "all",
  noneTags: [],
  stageId: null,
  country: null,
  defaultAgentId: null,
  integrationId: null,
  createdFrom: null,
  createdTo: null,
  wroteWithin: null,
  silentFor: null,
  lastBroadcast: null,
  isArchived: false,
  isOptedOut: null,
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAYS = /^[1-9]\d{0,3}$/;

/** Reads the filter from a URL. Skips invalid parts. */
export function readFilter(search: URLSearchParams): ContactFilter {
  const day = (key: string) => (DAY.test(search.get(key) ?? "") ? search.get(key) : null);
  const days = (key: string) => (DAYS.test(search.get(key) ?? "") ? Number(search.get(key)) : null);
  const last = search.get("broadcast");
  const optedOut = search.get("optedOut");
  return {
    segmentId: search.get("segment") || null,
    search: search.get("q") ?? "",
    tags: [...new Set(search.getAll("tag").filter(Boolean))],
    tagMode: search.get("tags") === "any" ? "any" : "all",
    noneTags: [...new Set(search.getAll("notTag").filter(Boolean))],
    stageId: search.get("stage") || null,
    country: search.get("country") || null,
    defaultAgentId: search.get("agent") || null,
    integrationId: search.get("channel") || null,
    createdFrom: day("from"),
    createdTo: day("to"),
    wroteWithin: days("wrote"),
    silentFor: days("silent"),
    lastBroadcast: LAST_BROADCASTS.find((known) => known === last) ?? null,
    isArchived: search.get("archived") === "yes",
    isOptedOut: optedOut === "yes" ? true : optedOut === "no" ? false : null,
  };
}

/** The filter as a query string without default values. */
export function writeFilter(filter: ContactFilter): URLSearchParams {
  const search = new URLSearchParams();
  const set = (key: string, value: string | null) => value && search.set(key, value);
  set("segment", filter.segmentId);
  set("q", filter.search.trim());
  for (const tag of filter.tags) search.append("tag", tag);
  if (filter.tagMode === "any" && filter.tags.length > 1) search.set("tags", "any");
  for (const tag of filter.noneTags) search.append("notTag", tag);
  set("stage", filter.stageId);
  set("country", filter.country);
  set("agent", filter.defaultAgentId);
  set("channel", filter.integrationId);
  set("from", filter.createdFrom);
  set("to", filter.createdTo);
  set("wrote", filter.wroteWithin?.toString() ?? null);
  set("silent", filter.silentFor?.toString() ?? null);
  set("broadcast", filter.lastBroadcast);
  if (filter.isArchived) search.set("archived", "yes");
  if (filter.isOptedOut !== null) search.set("optedOut", filter.isOptedOut ? "yes" : "no");
  return search;
}

/** The filter as input of the query `clients`. */
export function filterInput(filter: ContactFilter) {
  const { search, tags, tagMode, stageId, country, defaultAgentId, integrationId, createdFrom, createdTo } = filter;
  const { segmentId, noneTags, wroteWithin, silentFor, lastBroadcast, isOptedOut } = filter;
  return {
    ...(segmentId ? { segmentId } : {}),
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(tags.length > 0 ? (tagMode === "any" ? { anyTags: tags } : { tags }) : {}),
    ...(noneTags.length > 0 ? { noneTags } : {}),
    ...(stageId === NO_STAGE ? { noStage: true } : stageId ? { stageId } : {}),
    ...(country ? { country } : {}),
    ...(defaultAgentId ? { defaultAgentId } : {}),
    ...(integrationId ? { integrationId } : {}),
    ...(createdFrom ? { createdFrom: startOfDay(createdFrom, 0) } : {}),
    ...(createdTo ? { createdBefore: startOfDay(createdTo, 1) } : {}),
    ...(wroteWithin ? { wroteWithinDays: wroteWithin } : {}),
    ...(silentFor ? { silentForDays: silentFor } : {}),
    ...(lastBroadcast ? { lastBroadcast } : {}),
    ...(filter.isArchived ? { isDeleted: true } : {}),
    ...(isOptedOut === null ? {} : { isOptedOut }),
  };
}

/** What a filter on screen can say of a stored segment. */
const SHOWABLE = new Set([
  ...["search", "tags", "anyTags", "noneTags", "stageId", "noStage", "country", "defaultAgentId", "integrationId"],
  ...["createdFrom", "createdBefore", "wroteWithinDays", "silentForDays", "lastBroadcast", "isDeleted", "isOptedOut"],
]);

/** The stored conditions of a segment as a filter: the inverse of `filterInput`. null: it has conditions that only the API knows. */
export function readSegment(stored: unknown): ContactFilter | null {
  const input = stored as Record<string, unknown>;
  const hasBothTags = input.tags !== undefined && input.anyTags !== undefined;
  if (hasBothTags || input.isDeleted === false || Object.keys(input).some((name) => !SHOWABLE.has(name))) return null;
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  return {
    ...NO_FILTER,
    search: text(input.search) ?? "",
    tags: texts(input.anyTags ?? input.tags),
    tagMode: input.anyTags === undefined ? "all" : "any",
    noneTags: texts(input.noneTags),
    stageId: input.noStage === true ? NO_STAGE : text(input.stageId),
    country: text(input.country),
    defaultAgentId: text(input.defaultAgentId),
    integrationId: text(input.integrationId),
    createdFrom: dayOf(text(input.createdFrom), 0),
    // Exclusive there, a whole day here. In another time zone it may end within a day.
    createdTo: dayOf(text(input.createdBefore), 1),
    wroteWithin: number(input.wroteWithinDays),
    silentFor: number(input.silentForDays),
    lastBroadcast: LAST_BROADCASTS.find((known) => known === input.lastBroadcast) ?? null,
    isArchived: input.isDeleted === true,
    isOptedOut: typeof input.isOptedOut === "boolean" ? input.isOptedOut : null,
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

/** The day of a moment in the reader's time zone, some milliseconds earlier. */
function dayOf(time: string | null, minusMs: number): string | null {
  if (time === null) return null;
  const at = new Date(Date.parse(time) - minusMs);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Whether there are conditions besides the segment. */
export function isFiltered(filter: ContactFilter): boolean {
  return writeFilter({ ...filter, segmentId: null }).size > 0;
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

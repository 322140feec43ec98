import { LAST_BROADCASTS, type LastBroadcast } from "../clients/client-filter.ts";
import { exportClients } from "../clients/export-clients.ts";
import { exportImportErrors } from "../clients/export-import-errors.ts";
import { badInput } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { ApiParameter } from "../http/api-call.ts";
import type { Call } from "../http/call.ts";
import { idOrNil, readTime, refuseNul } from "../text-rules.ts";
import { csvAnswer, csvApi } from "./csv-reply.ts";
import { say } from "../say.ts";
import type { ClientChoice } from "../clients/list-clients.ts";

const DAY_COUNT = "In the last days, by their number";

/** The filters of the query `clients`, with the same names. */
const FILTERS: Record<Exclude<keyof ClientChoice, "conversationId">, ApiParameter> = {
  search: "Part of the name, or a phone number, email address or id",
  ids: { says: "Only these", isList: true },
  name: "Part of it",
  surname: "Part of it",
  email: "Part of it",
  phone: "Part of it",
  city: "Part of it",
  country: "ISO 3166-1 code, like PL, or part of a name",
  code: "The whole code",
  externalClientId: "Your system's id",
  tags: { says: "All of these", isList: true },
  anyTags: { says: "At least one of these", isList: true },
  noneTags: { says: "None of these", isList: true },
  segmentId: "Those of a saved segment",
  stageId: "The contact stage",
  noStage: "true: those without a contact stage",
  defaultAgentId: "The agent who gets their conversations",
  integrationId: "Those who have a conversation on this channel",
  createdFrom: "ISO 8601, inclusive",
  createdBefore: "ISO 8601, exclusive",
  createdWithinDays: DAY_COUNT,
  wroteWithinDays: DAY_COUNT,
  silentForDays: "Who has not written for this many days",
  lastBroadcast: "What became of the last broadcast to them",
  isDeleted: "true: archived contacts. Left out: those who are not",
  isOptedOut: "true or false: whether they want no marketing",
};

export const exportContactsApi = csvApi("Download contacts as CSV", FILTERS);

export const exportErrorsApi = csvApi("Download the rows that an import refused, with the reasons", {
  jobId: { says: "The import", isRequired: true },
});

/**
 * GET /export/contacts?workspaceId=N: the contacts of a workspace as CSV, for a session or a key. Takes the filters of the
 * query `clients`, with the same names. `tags`, `anyTags`, `noneTags` and `ids` may be repeated.
 */
export function exportContacts(call: Call): Promise<Answer> {
  return csvAnswer(call, "contacts", (ctx, query) => exportClients(ctx, filterOf(query)));
}

/** GET /export/import-errors?workspaceId=N&jobId=…: the rows that an import rejected, each with its reason, as CSV. */
export function exportErrors(call: Call): Promise<Answer> {
  return csvAnswer(call, "refused rows", (ctx, query) =>
    exportImportErrors(ctx, { jobId: idOrNil(query.get("jobId") ?? "") }),
  );
}

function filterOf(query: URLSearchParams): ClientChoice {
  const values = Object.fromEntries([...query.keys()].map((key) => [key, query.getAll(key)]));
  refuseNul(values, []);
  const text = (key: string) => query.get(key) || null;
  const id = (key: string) => (query.get(key) ? idOrNil(query.get(key) ?? "") : null);
  const list = (key: string) => (query.has(key) ? query.getAll(key) : null);
  return {
    search: text("search"),
    ids: list("ids")?.map(idOrNil) ?? null,
    name: text("name"),
    surname: text("surname"),
    email: text("email"),
    phone: text("phone"),
    city: text("city"),
    country: text("country"),
    code: text("code"),
    externalClientId: text("externalClientId"),
    tags: list("tags"),
    anyTags: list("anyTags"),
    noneTags: list("noneTags"),
    segmentId: id("segmentId"),
    stageId: id("stageId"),
    noStage: flag(query, "noStage"),
    defaultAgentId: id("defaultAgentId"),
    integrationId: id("integrationId"),
    createdFrom: time(query, "createdFrom"),
    createdBefore: time(query, "createdBefore"),
    createdWithinDays: days(query, "createdWithinDays"),
    wroteWithinDays: days(query, "wroteWithinDays"),
    silentForDays: days(query, "silentForDays"),
    lastBroadcast: lastBroadcast(query.get("lastBroadcast")),
    isDeleted: flag(query, "isDeleted"),
    isOptedOut: flag(query, "isOptedOut"),
  };
}

function flag(query: URLSearchParams, key: string): boolean | null {
  const value = query.get(key);
  if (value !== null && value !== "true" && value !== "false") throw badInput(key, say("service.flag", { field: key }));
  return value === null ? null : value === "true";
}

function lastBroadcast(value: string | null): LastBroadcast | null {
  const what = LAST_BROADCASTS.find((known) => known === value);
  if (value !== null && !what)
    throw badInput("lastBroadcast", say("input.oneOf", { values: LAST_BROADCASTS.join(", ") }));
  return what ?? null;
}

/** Not a number: the filter refuses it. */
function days(query: URLSearchParams, key: string): number | null {
  return query.get(key) === null ? null : Number(query.get(key));
}

function time(query: URLSearchParams, key: string): Date | null {
  const value = query.get(key);
  const at = value === null ? null : readTime(value);
  if (value !== null && !at) throw badInput(key, say("service.time", { field: key }));
  return at;
}

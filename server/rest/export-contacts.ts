import { LAST_BROADCASTS, type LastBroadcast } from "../clients/client-filter.ts";
import { exportClients } from "../clients/export-clients.ts";
import { exportImportErrors } from "../clients/export-import-errors.ts";
import { badInput } from "../errors.ts";
import type { Answer } from "../http/answer.ts";
import type { Call } from "../http/call.ts";
import { idOrNil, readTime, refuseNul } from "../text-rules.ts";
import { csvAnswer } from "./csv-reply.ts";
import { say } from "../say.ts";
import type { ClientChoice } from "../clients/list-clients.ts";

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

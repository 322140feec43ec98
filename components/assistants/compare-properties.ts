import type { Json } from "../graphql/graphql.ts";
import { sourcesIn } from "./sources.ts";
import type { NamedSource } from "./sources.ts";

/** What one property is in two versions, in words; empty: it is not set. */
export type Difference = { name: string; before: string; after: string };

/** Properties in the order in which they are shown, as people know them. */
const NAMES: [property: string, name: string, words: (value: Json) => string][] = [
  ["apiKey", "Key", asText],
  ["model", "Model", asText],
  ["baseUrl", "Base address", asText],
  ["endpoint", "Endpoint", asText],
  ["headers", "Extra headers", (headers) => Object.keys(objectOf(headers)).join(", ")],
  ["instructions", "Instructions", asText],
  ["temperature", "Temperature", asText],
  ["gather", "May ask for", (fields) => (Array.isArray(fields) ? fields.map(asText).join(", ") : "")],
  ["handover", "May hand over", onOrOff],
  ["tagging", "May tag", taggingWords],
];

/**
 * In what two versions differ, as far as it is shown: of keys the last characters, of headers the names. Sources are told apart by what
 * they are called; one whose text alone is another one stands on both sides.
 */
export function compareProperties(before: Json, after: Json): Difference[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  const differences = NAMES.map(([property, name, words]) => ({
    name,
    before: words(old[property] ?? null),
    after: words(now[property] ?? null),
  })).filter((difference) => difference.before !== difference.after);
  const [oldSources, nowSources] = [sourcesIn(before), sourcesIn(after)];
  const gone = missingFrom(nowSources, oldSources);
  const added = missingFrom(oldSources, nowSources);
  if (gone.length === 0 && added.length === 0) return differences;
  return [...differences, { name: "Sources", before: namesOf(gone), after: namesOf(added) }];
}

function missingFrom(list: NamedSource[], candidates: NamedSource[]): NamedSource[] {
  const known = new Set(list.map(canonical));
  return candidates.filter((source) => !known.has(canonical(source)));
}

/** Whatever the order of its properties. */
function canonical(source: NamedSource): string {
  return JSON.stringify(Object.entries(source).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function namesOf(sources: NamedSource[]): string {
  return sources
    .map(
      (source) => source.title ?? (source.kind === "file" ? source.fileName : source.kind === "site" ? source.url : ""),
    )
    .join("\n");
}

function asText(value: Json): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function onOrOff(value: Json): string {
  return objectOf(value).enabled === true ? "Yes" : "No";
}

function taggingWords(value: Json): string {
  const { enabled, tags } = objectOf(value);
  if (enabled !== true) return "No";
  return `Yes: ${Array.isArray(tags) && tags.length > 0 ? tags.map(asText).join(", ") : "no tag"}`;
}

function objectOf(json: Json): Record<string, Json> {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
}

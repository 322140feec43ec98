import type { useTranslations } from "next-intl";
import type { Json } from "../graphql/graphql.ts";
import { sourcesIn, type NamedSource } from "./sources.ts";

type Translate = ReturnType<typeof useTranslations<"assistants">>;

/** One property in two versions, in words. Empty: not set. */
export type Difference = { name: string; before: string; after: string };

/** Properties in display order. `assistants.compare` has their names. */
const PROPERTIES = [
  ["apiKey", asText],
  ["model", asText],
  ["baseUrl", asText],
  ["endpoint", asText],
  ["headers", (headers: Json) => Object.keys(objectOf(headers)).join(", ")],
  ["instructions", asText],
  ["temperature", asText],
  ["gather", (fields: Json) => (Array.isArray(fields) ? fields.map(asText).join(", ") : "")],
  ["clarify", onOrOff],
  ["handover", onOrOff],
  ["tagging", taggingWords],
] as const;

/**
 * The visible differences between two versions. Of a key, only the last characters are visible; of headers, only the names.
 * Sources are listed by name. A source whose text alone changed appears on both sides.
 */
export function compareProperties(before: Json, after: Json, t: Translate): Difference[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  const differences = PROPERTIES.map(([property, words]) => ({
    name: t(`compare.${property}`),
    before: words(old[property] ?? null, t),
    after: words(now[property] ?? null, t),
  })).filter((difference) => difference.before !== difference.after);
  const [oldSources, nowSources] = [sourcesIn(before), sourcesIn(after)];
  const gone = missingFrom(nowSources, oldSources);
  const added = missingFrom(oldSources, nowSources);
  if (gone.length === 0 && added.length === 0) return differences;
  return [...differences, { name: t("compare.sources"), before: namesOf(gone), after: namesOf(added) }];
}

function missingFrom(list: NamedSource[], candidates: NamedSource[]): NamedSource[] {
  const known = new Set(list.map(canonical));
  return candidates.filter((source) => !known.has(canonical(source)));
}

/** Independent of the order of properties. */
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

function onOrOff(value: Json, t: Translate): string {
  return objectOf(value).enabled === true ? t("compare.yes") : t("compare.no");
}

function taggingWords(value: Json, t: Translate): string {
  const { enabled, tags } = objectOf(value);
  if (enabled !== true) return t("compare.no");
  const named = Array.isArray(tags) && tags.length > 0 ? tags.map(asText).join(", ") : t("compare.noTag");
  return t("compare.yesTags", { tags: named });
}

function objectOf(json: Json): Record<string, Json> {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? json : {};
}

import { NO_STAGE, type ContactFilter } from "./contact-filter.ts";

type Named = { id: string; name: string };
type Words = { stages: readonly { id: string; tag: string }[]; channels: readonly Named[]; agents: readonly Named[] };

/** One filter for display: `chips.<key>` of the catalogue with its value, and the filter without it. */
export type Chip = {
  key:
    | "tag"
    | "anyTag"
    | "noneTag"
    | "stage"
    | "noStage"
    | "country"
    | "agent"
    | "channel"
    | "created"
    | "from"
    | "to"
    | "wrote"
    | "silent"
    | "broadcast"
    | "archived"
    | "optedOut"
    | "optedIn";
  values: { value: string; to: string; days: number };
  without: Partial<ContactFilter>;
};

/** One chip for each filter except the search. A name that is not loaded or no longer exists is shown as three dots. */
export function filterChips(filter: ContactFilter, words: Words): Chip[] {
  const { tags, tagMode, stageId, country, defaultAgentId, integrationId, createdFrom, createdTo } = filter;
  const { noneTags, wroteWithin, silentFor, lastBroadcast, isOptedOut } = filter;
  const named = (rows: readonly Named[], id: string) => rows.find((row) => row.id === id)?.name ?? "…";
  const chip = (key: Chip["key"], value: string, without: Partial<ContactFilter>): Chip => ({
    key,
    values: { value, to: createdTo ?? "", days: Number(value) || 0 },
    without,
  });
  const isAny = tagMode === "any" && tags.length > 1;
  const stage = words.stages.find(({ id }) => id === stageId)?.tag ?? "…";
  return [
    ...tags.map((tag) => chip(isAny ? "anyTag" : "tag", tag, { tags: tags.filter((other) => other !== tag) })),
    ...noneTags.map((tag) => chip("noneTag", tag, { noneTags: noneTags.filter((other) => other !== tag) })),
    ...(stageId === NO_STAGE ? [chip("noStage", "", { stageId: null })] : []),
    ...(stageId && stageId !== NO_STAGE ? [chip("stage", stage, { stageId: null })] : []),
    ...(country ? [chip("country", country, { country: null })] : []),
    ...(defaultAgentId ? [chip("agent", named(words.agents, defaultAgentId), { defaultAgentId: null })] : []),
    ...(integrationId ? [chip("channel", named(words.channels, integrationId), { integrationId: null })] : []),
    ...(createdFrom && createdTo ? [chip("created", createdFrom, { createdFrom: null, createdTo: null })] : []),
    ...(createdFrom && !createdTo ? [chip("from", createdFrom, { createdFrom: null })] : []),
    ...(createdTo && !createdFrom ? [chip("to", "", { createdTo: null })] : []),
    ...(wroteWithin ? [chip("wrote", String(wroteWithin), { wroteWithin: null })] : []),
    ...(silentFor ? [chip("silent", String(silentFor), { silentFor: null })] : []),
    ...(lastBroadcast ? [chip("broadcast", lastBroadcast, { lastBroadcast: null })] : []),
    ...(isOptedOut === null ? [] : [chip(isOptedOut ? "optedOut" : "optedIn", "", { isOptedOut: null })]),
    ...(filter.isArchived ? [chip("archived", "", { isArchived: false })] : []),
  ];
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { parseQuery } from "./conv-query.ts";
import type { QueryField } from "./conv-query.ts";
import { broadcastNamesQuery } from "./list-queries.ts";
import { agentsQuery, channelsQuery, tagsQuery } from "./queries.ts";
import { namedFields, resolveQuery } from "./resolve-query.ts";
import type { Names } from "./resolve-query.ts";

/** What an address or a saved view asks for: its terms, its words, and the filter with the ids of the workspace's own lists. */
export function useConvQuery(workspaceId: number, text: string) {
  const query = useMemo(() => parseQuery(text), [text]);
  const { names, isPending } = useNames(workspaceId, namedFields(query));
  return useMemo(() => ({ query, isPending, ...resolveQuery(query, names) }), [query, names, isPending]);
}

/** The names of the fields that are asked for. Nothing else is read. */
export function useNames(workspaceId: number, fields: readonly QueryField[]) {
  const owner = useQuery({ ...agentsQuery(workspaceId), enabled: fields.includes("owner") });
  const channel = useQuery({ ...channelsQuery(workspaceId), enabled: fields.includes("channel") });
  const stage = useQuery({ ...tagsQuery(workspaceId, "convStage"), enabled: fields.includes("stage") });
  const broadcast = useQuery({ ...broadcastNamesQuery(workspaceId), enabled: fields.includes("broadcast") });
  const isPending = [owner, channel, stage, broadcast].some((list) => list.isLoading);
  const names = useMemo(
    (): Names => ({
      owner: byName(owner.data, (agent) => [agent.name, [agent.name, agent.surname].filter(Boolean).join(" ")]),
      channel: byName(channel.data, ({ name }) => [name]),
      stage: byName(stage.data, ({ tag }) => [tag]),
      broadcast: byName(broadcast.data, ({ name }) => [name]),
    }),
    [owner.data, channel.data, stage.data, broadcast.data],
  );
  return { names, isPending };
}

/** The last of several names is the whole one, and has the word where two are alike. */
function byName<Item extends { id: string }>(items: Item[] | undefined, namesOf: (item: Item) => string[]) {
  const names = new Map<string, string>();
  for (const item of items ?? [])
    for (const name of namesOf(item).slice(0, -1))
      if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), item.id);
  for (const item of items ?? []) {
    const whole = namesOf(item).at(-1);
    if (whole) names.set(whole.toLowerCase(), item.id);
  }
  return names;
}

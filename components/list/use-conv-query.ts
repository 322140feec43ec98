"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { parseQuery, type QueryField } from "./conv-query.ts";
import { broadcastNamesQuery } from "./list-queries.ts";
import { agentsQuery, channelsQuery, tagsQuery } from "../inbox/queries.ts";
import { namesOf } from "../inbox/query-names.ts";
import { namedFields, resolveQuery } from "./resolve-query.ts";

/** The query of an address or a saved view: its terms, its words, and the filter with the workspace's ids. */
export function useConvQuery(workspaceId: number, text: string) {
  const query = useMemo(() => parseQuery(text), [text]);
  const { names, isPending } = useNames(workspaceId, namedFields(query));
  return useMemo(() => ({ query, isPending, ...resolveQuery(query, names) }), [query, names, isPending]);
}

/** The names for the given fields. Reads no other lists. */
export function useNames(workspaceId: number, fields: readonly QueryField[]) {
  const owner = useQuery({ ...agentsQuery(workspaceId), enabled: fields.includes("owner") });
  const channel = useQuery({ ...channelsQuery(workspaceId), enabled: fields.includes("channel") });
  const stage = useQuery({ ...tagsQuery(workspaceId, "convStage"), enabled: fields.includes("stage") });
  const broadcast = useQuery({ ...broadcastNamesQuery(workspaceId), enabled: fields.includes("broadcast") });
  // Check only these lists: another part of the page may be loading one that is not needed here.
  const lists: Partial<Record<QueryField, { isLoading: boolean }>> = { owner, channel, stage, broadcast };
  const isPending = fields.some((field) => lists[field]?.isLoading);
  const names = useMemo(
    () => namesOf({ agents: owner.data, channels: channel.data, stages: stage.data, broadcasts: broadcast.data }),
    [owner.data, channel.data, stage.data, broadcast.data],
  );
  return { names, isPending };
}

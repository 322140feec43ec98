"use client";

import { useThrottledCallback } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { colorOfTag } from "../details/use-tag-color.ts";
import { agentName } from "../shell/agents.ts";
import { agentsQuery, channelsQuery, tagsQuery } from "../inbox/queries.ts";
import { useLiveEvents } from "../shell/live.tsx";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { ContactFilter } from "./contact-filter.ts";
import { contactKeys, contactsQuery } from "./queries.ts";

/** The loaded pages of matching contacts. The previous result stays until the new one arrives. */
export function useContacts(filter: ContactFilter, column?: { stageId: string } | { noStage: true }) {
  const workspaceId = useWorkspaceId();
  const query = useInfiniteQuery({
    ...contactsQuery(workspaceId, filter, column),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.nodes) ?? [], [query.data]);
  return { query, rows };
}

/** The stages in order, and the names of stages, channels and agents. */
export function useContactWords() {
  const workspaceId = useWorkspaceId();
  const { data: stages } = useQuery(tagsQuery(workspaceId, "clientStage"));
  const { data: tags } = useQuery(tagsQuery(workspaceId, "client"));
  const { data: channels } = useQuery(channelsQuery(workspaceId));
  const { data: agents } = useQuery(agentsQuery(workspaceId));
  return useMemo(
    () => ({
      stages: [...(stages ?? [])].sort(
        (a, b) => (a.order ?? Infinity) - (b.order ?? Infinity) || a.tag.localeCompare(b.tag),
      ),
      tagColor: colorOfTag(tags),
      tags: (tags ?? []).map(({ tag }) => tag).sort((a, b) => a.localeCompare(b)),
      channels: channels ?? [],
      agents: (agents ?? []).map((agent) => ({ id: agent.id, name: agentName(agent) })),
      isReady: stages !== undefined,
    }),
    [stages, tags, channels, agents],
  );
}
export type ContactWords = ReturnType<typeof useContactWords>;

/** Minimum pause between refetches: an import sends many events. */
const PAUSE_MS = 3_000;

/**
 * Reads visible lists and contacts again after someone has changed a contact. A burst of events causes two refetches at most.
 */
export function useLiveContacts(): void {
  const workspaceId = useWorkspaceId();
  const client = useQueryClient();
  const readAgain = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: contactKeys.all(workspaceId) }),
    PAUSE_MS,
  );
  useLiveEvents((changes) => {
    const isOurs = changes.some(({ name }) =>
      ["CLIENT_UPDATED", "CLIENT_CHANGED", "NEW_CLIENT", "NEW_CONV"].includes(name),
    );
    if (isOurs) readAgain();
  });
}

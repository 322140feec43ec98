"use client";

import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";
import { broadcastQuery, broadcastsKey, launchBroadcast } from "./queries.ts";

const launchKey = (workspaceId: number) => [...broadcastsKey(workspaceId), "launch"] as const;

/** Launches a broadcast by its ID. The request continues when the page changes: `useLaunchOf` follows it on any page. */
export function useLaunch() {
  const t = useTranslations("broadcasts");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: launchKey(workspaceId),
    mutationFn: (id: string) => launchBroadcast(workspaceId, id),
    onSuccess: (broadcast) => {
      queryClient.setQueryData(broadcastQuery(workspaceId, broadcast.id).queryKey, broadcast);
      void queryClient.invalidateQueries({ queryKey: broadcastsKey(workspaceId) });
    },
    onError: (error) => failed(t("notLaunchedNow"), error),
  });
}

/** Whether this tab is launching the broadcast now, and why its last launch failed. */
export function useLaunchOf(broadcastId: string | null): { isLaunching: boolean; error: Error | null } {
  const workspaceId = useWorkspaceId();
  const last = useMutationState({
    filters: {
      mutationKey: launchKey(workspaceId),
      predicate: ({ state }) => broadcastId !== null && state.variables === broadcastId,
    },
    select: ({ state: { status, error } }) => ({ status, error }),
  }).at(-1);
  return { isLaunching: last?.status === "pending", error: last?.error ?? null };
}

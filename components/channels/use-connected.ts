"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { channelsQuery, type Channel } from "./queries.ts";

/** Puts a channel that was just connected into the list. Its page opens next, and would otherwise report an unknown channel. */
export function useConnected(): (channel: Channel) => void {
  const { queryKey } = channelsQuery(useWorkspaceId());
  const queryClient = useQueryClient();
  return (channel) => {
    queryClient.setQueryData(queryKey, (rows) => rows && [channel, ...rows.filter(({ id }) => id !== channel.id)]);
    void queryClient.invalidateQueries({ queryKey });
  };
}

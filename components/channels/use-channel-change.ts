"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { channelsQuery, type Channel } from "./queries.ts";

/** Changes a channel. The response replaces the channel in the cache. */
export function useChannelChange<Input>(change: (input: Input) => Promise<Channel>) {
  const { queryKey } = channelsQuery(useWorkspaceId());
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (channel) => {
      queryClient.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === channel.id ? channel : row)));
    },
  });
}

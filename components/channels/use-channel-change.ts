"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { channelsQuery, type Channel } from "./queries.ts";

/** A change of one channel: its answer takes the old one's place in what is shown. */
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

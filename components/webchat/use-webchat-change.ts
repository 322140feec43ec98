"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { webchatQuery, type Webchat } from "./queries.ts";

/** Changes a web chat. The response replaces the settings in the cache. */
export function useWebchatChange<Input>(change: (input: Input) => Promise<Webchat>) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (webchat) => {
      queryClient.setQueryData(webchatQuery(workspaceId, webchat.integrationId).queryKey, webchat);
    },
  });
}

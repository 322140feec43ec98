"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { viewerQuery } from "../shell/queries.ts";
import { workspaceKey } from "../shell/workspace-key.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** A change of the team; what the workspace is made of, and what the viewer may do in it, is read again after it. */
export function useTeamChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: viewerQuery(workspaceId).queryKey });
      await queryClient.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
    },
  });
}

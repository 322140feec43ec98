"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { viewerQuery } from "../shell/queries.ts";
import { workspaceKey } from "../shell/workspace-key.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** Changes the team. Then reads the workspace and the viewer's permissions again. */
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

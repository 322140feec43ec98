"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLiveEvents } from "./live.tsx";
import { viewerQuery } from "./queries.ts";
import { readAgain } from "./read-again.ts";
import { workspaceKey } from "./workspace-key.ts";
import { useWorkspaceId } from "./workspace.tsx";

/** Reads again what the workspace is made of, and what its viewer may do, when somebody has changed it. */
export function FollowWorkspace() {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  useLiveEvents((changes) => {
    if (!changes.some(({ name }) => name === "WORKSPACE_CHANGED")) return;
    void readAgain(queryClient, { queryKey: workspaceKey(workspaceId) });
    void readAgain(queryClient, { queryKey: viewerQuery(workspaceId).queryKey });
  });
  return null;
}

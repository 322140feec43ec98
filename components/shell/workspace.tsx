"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, type ReactNode } from "react";
import { viewerQuery, type Viewer } from "./queries.ts";

const WorkspaceContext = createContext<number | null>(null);

export function WorkspaceProvider({ workspaceId, children }: { workspaceId: number; children: ReactNode }) {
  return <WorkspaceContext value={workspaceId}>{children}</WorkspaceContext>;
}

/** The ID of the current workspace. */
export function useWorkspaceId(): number {
  const workspaceId = useContext(WorkspaceContext);
  if (workspaceId === null) throw new Error("WorkspaceProvider is missing above this component");
  return workspaceId;
}

/** The viewer. undefined while loading, which must be treated as "not allowed". */
export function useViewer(): Viewer | undefined {
  return useQuery(viewerQuery(useWorkspaceId())).data;
}

/**
 * Whether the viewer has a permission (MANAGE_WORKSPACE, …). undefined while loading. It decides only what to offer: the
 * service decides what is allowed.
 */
export function useMay(permission: string): boolean | undefined {
  return useViewer()?.permissions.includes(permission);
}

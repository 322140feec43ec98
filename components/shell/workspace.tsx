"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, type ReactNode } from "react";
import { viewerQuery, type Viewer } from "./queries.ts";

const WorkspaceContext = createContext<number | null>(null);

export function WorkspaceProvider({ workspaceId, children }: { workspaceId: number; children: ReactNode }) {
  return <WorkspaceContext value={workspaceId}>{children}</WorkspaceContext>;
}

/** The workspace whose pages are shown. */
export function useWorkspaceId(): number {
  const workspaceId = useContext(WorkspaceContext);
  if (workspaceId === null) throw new Error("WorkspaceProvider is missing above this component");
  return workspaceId;
}

/** Who looks; undefined while it is not known yet, which must be treated as "may not". */
export function useViewer(): Viewer | undefined {
  return useQuery(viewerQuery(useWorkspaceId())).data;
}

/**
 * Whether the viewer has a permission (MANAGE_WORKSPACE, …); undefined while it is not known. It decides what to offer; what is
 * allowed is decided by the service alone.
 */
export function useMay(permission: string): boolean | undefined {
  return useViewer()?.permissions.includes(permission);
}

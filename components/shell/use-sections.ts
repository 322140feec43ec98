"use client";

import { usePathname } from "next/navigation";
import { SECTIONS } from "./sections.ts";
import { useViewer, useWorkspaceId } from "./workspace.tsx";

/** The sections that this viewer has something to do in, each with its link and whether it is the one shown. */
export function useSections() {
  const workspaceId = useWorkspaceId();
  const permissions = useViewer()?.permissions ?? [];
  const pathname = usePathname();
  return SECTIONS.filter(({ permission }) => permission === null || permissions.includes(permission)).map((section) => {
    const href = section.path(workspaceId);
    return { ...section, href, isCurrent: pathname === href || pathname.startsWith(`${href}/`) };
  });
}

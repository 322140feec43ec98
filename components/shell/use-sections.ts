"use client";

import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { paths } from "../paths.ts";
import { SECTIONS } from "./sections.ts";
import { useViewer, useWorkspaceId } from "./workspace.tsx";

/** The sections useful to the viewer, each with its link and whether it is the current one. */
export function useSections() {
  const t = useTranslations("shell.sections");
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const permissions = viewer?.permissions ?? [];
  const pathname = usePathname();
  const shown = SECTIONS.filter(
    ({ permission, inboxPlan }) =>
      (permission === null || permissions.includes(permission)) && !(inboxPlan && viewer?.plan === "GATEWAY"),
  );
  return shown.map((section) => {
    const href = section.path(workspaceId);
    const roots = section.key === "settings" ? [href, paths.developers(workspaceId)] : [href];
    const isCurrent = roots.some((root) => pathname === root || pathname.startsWith(`${root}/`));
    return { ...section, label: t(section.key), href, isCurrent };
  });
}

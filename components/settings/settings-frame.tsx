"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { useMay, useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { LinkTabs } from "../ui/link-tabs.tsx";
import { Page } from "../ui/page.tsx";

const TABS = [
  { tab: "profile", permission: null },
  { tab: "workspace", permission: "MANAGE_WORKSPACE" },
  { tab: "team", permission: "MANAGE_WORKSPACE" },
  { tab: "tags", permission: "MANAGE_CLIENTS" },
  { tab: "replies", permission: null },
  { tab: "audit", permission: "MANAGE_WORKSPACE" },
  { tab: "credits", permission: "MANAGE_WORKSPACE" },
] as const;

type Props = { tab: (typeof TABS)[number]["tab"]; children: ReactNode };

/** The frame of the settings: heading and the tabs that are useful to the viewer. */
export function SettingsFrame({ tab, children }: Props) {
  const t = useTranslations("settings.frame");
  const workspaceId = useWorkspaceId();
  const may = { MANAGE_WORKSPACE: useMay("MANAGE_WORKSPACE"), MANAGE_CLIENTS: useMay("MANAGE_CLIENTS") };
  const isGateway = useViewer()?.plan === "GATEWAY";
  const shown = TABS.filter(
    (each) => (each.permission === null || may[each.permission]) && (each.tab !== "credits" || isGateway),
  );
  return (
    <Page title={t("title")}>
      <LinkTabs
        label={t("title")}
        tabs={shown.map((each) => ({
          label: t(each.tab),
          href: paths.settings(workspaceId, each.tab),
          isCurrent: each.tab === tab,
        }))}
      />
      {children}
    </Page>
  );
}

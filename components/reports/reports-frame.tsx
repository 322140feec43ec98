"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { useViewer, useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { LinkTabs } from "../ui/link-tabs.tsx";
import { Page } from "../ui/page.tsx";
import { PeriodPicker } from "./period-picker.tsx";
import type { ReportUrl } from "./use-report-url.ts";

const TABS = ["conversations", "agents", "broadcasts", "assistants"] as const;

type Props = {
  tab: (typeof TABS)[number];
  url: ReportUrl;
  /** Whether the report can be limited to one channel. */
  hasChannels?: boolean;
  children: ReactNode;
};

/** The frame of the reports section: heading, tabs and the period that the pages share. */
export function ReportsFrame({ tab, url, hasChannels = false, children }: Props) {
  const t = useTranslations("reports");
  const workspaceId = useWorkspaceId();
  if (useViewer()?.plan === "GATEWAY") {
    return (
      <Page title={t("title")}>
        <EmptyFace picture="chart" title={t("noInbox")} message={t("noInboxHint")} />
      </Page>
    );
  }
  return (
    <Page
      isWide
      title={t("title")}
      actions={<PeriodPicker url={url} hasChannels={hasChannels} />}
      tabs={
        <LinkTabs
          label={t("title")}
          tabs={TABS.map((each) => ({
            label: t(`tabs.${each}`),
            href: paths.reports(workspaceId, each, url.search),
            isCurrent: each === tab,
          }))}
        />
      }
    >
      {children}
    </Page>
  );
}

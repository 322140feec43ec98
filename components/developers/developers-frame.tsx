"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { LinkTabs } from "../ui/link-tabs.tsx";
import { Page } from "../ui/page.tsx";

const TABS = ["keys", "webhooks", "reference", "explorer"] as const;

type Props = { tab: (typeof TABS)[number]; actions?: ReactNode; children: ReactNode };

/** The frame of the developers' section: its heading and tabs. */
export function DevelopersFrame({ tab, actions, children }: Props) {
  const t = useTranslations("developers");
  const workspaceId = useWorkspaceId();
  return (
    <Page
      isWide
      title={t("title")}
      description={t.rich("description", {
        workspaceId,
        id: (chunks) => <strong className="tabular">{chunks}</strong>,
      })}
      actions={actions}
    >
      <LinkTabs
        label={t("title")}
        tabs={TABS.map((each) => ({
          label: t(`tabs.${each}`),
          href: paths.developers(workspaceId, each),
          isCurrent: each === tab,
        }))}
      />
      {children}
    </Page>
  );
}

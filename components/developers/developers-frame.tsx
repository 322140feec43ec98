"use client";

import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { LinkTabs } from "../ui/link-tabs.tsx";
import { Page } from "../ui/page.tsx";

const TABS = [
  { tab: "keys", label: "API keys" },
  { tab: "webhooks", label: "Webhooks" },
  { tab: "reference", label: "Reference" },
  { tab: "explorer", label: "Explorer" },
] as const;

type Props = { tab: (typeof TABS)[number]["tab"]; actions?: ReactNode; children: ReactNode };

/** The developers' section: its heading and the way between its pages. */
export function DevelopersFrame({ tab, actions, children }: Props) {
  const workspaceId = useWorkspaceId();
  return (
    <Page
      title="Developers"
      description={
        <>
          Connect your own systems to workspace <strong className="tabular">{workspaceId}</strong>.
        </>
      }
      actions={actions}
    >
      <LinkTabs
        label="Developers"
        tabs={TABS.map((each) => ({
          label: each.label,
          href: paths.developers(workspaceId, each.tab),
          isCurrent: each.tab === tab,
        }))}
      />
      {children}
    </Page>
  );
}

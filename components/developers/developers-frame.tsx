"use client";

import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { LinkTabs } from "../ui/link-tabs.tsx";
import { Page } from "../ui/page.tsx";

type Props = { tab: "keys" | "webhooks"; actions?: ReactNode; children: ReactNode };

/** The developers' section: its heading and the way between its two pages. */
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
        tabs={[
          { label: "API keys", href: paths.developers(workspaceId), isCurrent: tab === "keys" },
          { label: "Webhooks", href: paths.developers(workspaceId, "webhooks"), isCurrent: tab === "webhooks" },
        ]}
      />
      {children}
    </Page>
  );
}

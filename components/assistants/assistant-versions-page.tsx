"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { MoreButton } from "../ui/more-button.tsx";
import { AssistantFrame } from "./assistant-frame.tsx";
import { DraftBanner } from "./draft-banner.tsx";
import type { Assistant } from "./queries.ts";
import { VersionDrawer } from "./version-drawer.tsx";
import { versionsQuery, type Version } from "./version-queries.ts";
import { VersionTable } from "./version-table.tsx";

/** The draft, the live version and the earlier versions of an assistant. */
export function AssistantVersionsPage({ aiId }: { aiId: string }) {
  return (
    <AssistantFrame aiId={aiId}>
      {(assistant) => (
        <>
          <DraftBanner assistant={assistant} />
          <Versions assistant={assistant} />
        </>
      )}
    </AssistantFrame>
  );
}

function Versions({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants");
  const versions = useInfiniteQuery(versionsQuery(useWorkspaceId(), assistant.id));
  const [compared, setCompared] = useState<Version | null>(null);
  const rows = versions.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <>
      <Panel flush title={t("versions.title")} description={t("versions.about")}>
        <Loaded query={versions} failure={t("versions.failed")} shape="table">
          {() => <VersionTable assistant={assistant} versions={rows} onCompare={setCompared} />}
        </Loaded>
      </Panel>
      <MoreButton query={versions}>{t("older")}</MoreButton>
      <VersionDrawer version={compared} versions={rows} onClose={() => setCompared(null)} />
    </>
  );
}

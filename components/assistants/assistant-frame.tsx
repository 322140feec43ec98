"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconFlask } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { LinkTabs } from "../ui/link-tabs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { assistantQuery, type Assistant } from "./queries.ts";

const TABS = ["settings", "answers", "evals", "versions"] as const;

/** The frame of an assistant's pages: its name and tabs. `children` draws the page once the assistant is loaded. */
export function AssistantFrame({ aiId, children }: { aiId: string; children: (assistant: Assistant) => ReactNode }) {
  const t = useTranslations("assistants");
  const workspaceId = useWorkspaceId();
  const pathname = usePathname();
  const assistant = useQuery(assistantQuery(workspaceId, aiId));
  const tabs = TABS.map((tab) => {
    const href = paths.assistant(workspaceId, aiId, tab);
    return { label: t(`tabs.${tab}`), href, isCurrent: pathname === href };
  });
  return (
    <Page
      tabs={<LinkTabs label={t("assistant")} tabs={tabs} />}
      title={assistant.data?.name ?? t("assistant")}
      description={assistant.data ? t(`kinds.${assistant.data.type}.name`) : null}
      above={<BackLink href={paths.assistants(workspaceId)} label={t("title")} />}
      actions={
        <Button
          component={Link}
          href={paths.tryAssistant(workspaceId, aiId, null)}
          variant="default"
          leftSection={<IconFlask size={16} aria-hidden />}
        >
          {t("tryIt")}
        </Button>
      }
    >
      <Loaded query={assistant} failure={t("oneFailed")} shape="panels">
        {children}
      </Loaded>
    </Page>
  );
}

"use client";

import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { tagsQuery } from "../inbox/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { TagList } from "./tag-list.tsx";

/** `conv` is an older spelling of `conversation`: both are one list. */
const LISTS = ["convStage", "clientStage", "conversation", "client", "message", "common"] as const;

export function TagsPage() {
  const t = useTranslations("settings.tags");
  const tags = useQuery(tagsQuery(useWorkspaceId(), null));
  return (
    <SettingsFrame isWide page="tags">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {LISTS.map((type) => (
          <Panel key={type} title={t(`lists.${type}.title`)} description={t(`lists.${type}.description`)}>
            <Loaded query={tags} failure={t("failure")} rows={3}>
              {(rows) => (
                <TagList
                  type={type}
                  title={t(`lists.${type}.title`)}
                  tags={rows.filter((tag) => (tag.type === "conv" ? "conversation" : tag.type) === type)}
                />
              )}
            </Loaded>
          </Panel>
        ))}
      </SimpleGrid>
    </SettingsFrame>
  );
}

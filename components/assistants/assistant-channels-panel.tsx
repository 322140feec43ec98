"use client";

import { Anchor, List, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Assistant } from "./queries.ts";

/** The channels where the assistant works, and how to add it to one. */
export function AssistantChannelsPanel({ channels }: Pick<Assistant, "channels">) {
  const t = useTranslations("assistants.channels");
  const typeName = useTranslations("channels.types");
  const workspaceId = useWorkspaceId();
  return (
    <Panel title={t("title")} description={t("about")}>
      {channels.length > 0 ? (
        <List listStyleType="none" spacing="xs">
          {channels.map(({ integrationId, name, type }) => (
            <List.Item key={integrationId}>
              <Anchor component={Link} href={paths.channel(workspaceId, integrationId)}>
                {name}
              </Anchor>{" "}
              <Text span size="sm" c="dimmed">
                {typeName(type)}
              </Text>
            </List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">
          {t.rich("none", {
            link: (words) => (
              <Anchor component={Link} href={paths.channels(workspaceId)} inherit>
                {words}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </Panel>
  );
}

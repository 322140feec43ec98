"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { webchatQuery, type Webchat } from "./queries.ts";
import { WebchatIdentity } from "./webchat-identity.tsx";
import { WebchatLooks } from "./webchat-looks.tsx";
import { Anchor, Stack, Text } from "@mantine/core";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";

/** What only a web chat has: its script, its looks with a live preview, and how a site proves who its visitors are. */
export function WebchatPanel({ integrationId }: { integrationId: string }) {
  const t = useTranslations("webchat");
  const webchat = useQuery(webchatQuery(useWorkspaceId(), integrationId));
  return (
    <Loaded query={webchat} failure={t("failure")} rows={6}>
      {(settings) => (
        <>
          <WebchatSnippet settings={settings} />
          <WebchatLooks settings={settings} />
          <WebchatIdentity settings={settings} />
        </>
      )}
    </Loaded>
  );
}

/** The line that brings the chat to a site, and the chat as a page of its own. */
function WebchatSnippet({ settings: { snippet, chatUrl: chatHref } }: { settings: Webchat }) {
  const t = useTranslations("webchat.snippet");
  return (
    <Panel title={t("title")} description={t("description")}>
      <Stack gap="md">
        <CodeBlock label={t("script")} code={snippet} />
        <Text size="sm" c="dimmed">
          {t.rich("alone", {
            link: (words) => (
              <Anchor href={chatHref} target="_blank" rel="noopener">
                {words}
              </Anchor>
            ),
          })}
        </Text>
      </Stack>
    </Panel>
  );
}

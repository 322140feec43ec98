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

/** The settings that only a web chat has: its script, its appearance with a live preview, and visitor identity. */
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

/** The script tag for the site, and the link to the chat as a separate page. */
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

"use client";

import { Anchor, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Webchat } from "./queries.ts";

/** The line that brings the chat to a site, and the chat as a page of its own. */
export function WebchatSnippet({ settings: { snippet, chatUrl: chatHref } }: { settings: Webchat }) {
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

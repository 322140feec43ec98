"use client";

import { Anchor, Stack, Text } from "@mantine/core";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";
import type { Webchat } from "./queries.ts";

/** The line that brings the chat to a site, and the chat as a page of its own. */
export function WebchatSnippet({ settings: { snippet, chatUrl } }: { settings: Webchat }) {
  return (
    <Panel
      title="Add it to your site"
      description="Paste this line into your pages, before the closing body tag. It loads after everything else and touches nothing of the page."
    >
      <Stack gap="md">
        <CodeBlock label="Script for your site" code={snippet} />
        <Text size="sm" c="dimmed">
          Without a site, or to send as a link:{" "}
          <Anchor href={chatUrl} target="_blank" rel="noopener">
            open the chat as a page of its own
          </Anchor>
          .
        </Text>
      </Stack>
    </Panel>
  );
}

"use client";

import { Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";

/** How an AI application is given the workspace's tools. Rendered in the browser only: it tells the address that was opened. */
export function ModelContext() {
  const t = useTranslations("developers.modelContext");
  const workspaceId = useWorkspaceId();
  return (
    <Panel title={t("title")} description={t("description")}>
      <Stack gap="sm">
        <CodeBlock label={t("configuration")} code={configuration(window.location.origin, workspaceId)} />
        <Text size="sm" c="dimmed">
          {t("may")}
        </Text>
      </Stack>
    </Panel>
  );
}

/** The form that most clients read: streamable HTTP, and the two headers that the server asks for. */
function configuration(origin: string, workspaceId: number): string {
  const headers = { authorization: "YOUR_API_KEY", "x-workspace-id": String(workspaceId) };
  return JSON.stringify({ mcpServers: { omnichannel: { type: "http", url: `${origin}/mcp`, headers } } }, null, 2);
}

"use client";

import { Stack, Text } from "@mantine/core";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { Panel } from "../ui/panel.tsx";

/** How an AI application is given the workspace's tools. Rendered in the browser only: it tells the address that was opened. */
export function ModelContext() {
  const workspaceId = useWorkspaceId();
  return (
    <Panel
      title="Connect an AI application"
      description="Any client of the Model Context Protocol can read and answer conversations with a key of yours."
    >
      <Stack gap="sm">
        <CodeBlock label="Its configuration" code={configuration(window.location.origin, workspaceId)} />
        <Text size="sm" c="dimmed">
          It can do what the key can: with a key that is linked to an agent, it works as that agent, on the
          agent&rsquo;s and on unassigned conversations.
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

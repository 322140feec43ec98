"use client";

import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { channelsQuery } from "../channels/queries.ts";
import { SettingsFrame } from "../settings/settings-frame.tsx";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock } from "../ui/copy.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { SecretsDialog } from "../ui/secrets-dialog.tsx";
import { FirstMessage } from "./first-message.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { KeyTable } from "./key-table.tsx";
import { apiKeysQuery } from "./queries.ts";
import { apiCurl } from "./snippets.ts";

export function KeysPage() {
  const t = useTranslations("developers.keys");
  const workspaceId = useWorkspaceId();
  const keys = useQuery(apiKeysQuery(workspaceId));
  const channels = useQuery(channelsQuery(workspaceId));
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t("create")}
    </Button>
  );
  return (
    <SettingsFrame
      isWide
      page="apiKeys"
      count={keys.data?.length}
      description={t.rich("description", {
        workspaceId,
        id: (chunks) => <strong className="tabular">{chunks}</strong>,
        docs: (chunks) => <Anchor href="/docs">{chunks}</Anchor>,
      })}
      actions={keys.data?.length ? create : null}
    >
      <Panel flush>
        <Loaded query={keys} failure={t("failure")} shape="table">
          {(rows) =>
            rows.length > 0 ? (
              <KeyTable keys={rows} />
            ) : (
              <EmptyFace picture="program" title={t("empty")} message={t("emptyWords")} action={create} />
            )
          }
        </Loaded>
      </Panel>
      {/* What stands below the list comes at once, so that nothing moves. */}
      {keys.data && !channels.isPending ? (
        <>
          {channels.data ? <FirstMessage channels={channels.data} /> : null}
          {keys.data.length > 0 ? <ModelContext /> : null}
        </>
      ) : null}
      <KeyDialog
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(key) => {
          setCreating(false);
          setSecret(key);
        }}
      />
      <SecretsDialog
        title={t("newTitle")}
        secrets={
          secret
            ? [
                { label: t("apiKey"), text: secret },
                { label: t("workspaceId"), text: String(workspaceId) },
              ]
            : null
        }
        onClose={() => setSecret(null)}
      >
        {secret ? <CodeBlock label={t("tryIt")} code={apiCurl(window.location.origin, workspaceId, secret)} /> : null}
      </SecretsDialog>
    </SettingsFrame>
  );
}

/** How to give an AI application the workspace's tools. Rendered only in the browser, because it shows the page's own origin. */
function ModelContext() {
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

/** The configuration format that most MCP clients read: streamable HTTP and the two headers that the server requires. */
function configuration(origin: string, workspaceId: number): string {
  const headers = { authorization: "YOUR_API_KEY", "x-workspace-id": String(workspaceId) };
  return JSON.stringify({ mcpServers: { omnichannel: { type: "http", url: `${origin}/mcp`, headers } } }, null, 2);
}

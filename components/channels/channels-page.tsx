"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CodeBlock, CopyField } from "../ui/copy.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { SecretsDialog } from "../ui/secrets-dialog.tsx";
import { ChannelTable } from "./channel-table.tsx";
import { CustomDialog } from "./custom-dialog.tsx";
import type { NewCustomChannel } from "./custom-dialog.tsx";
import { ingressCurl } from "./ingress-curl.ts";
import { channelsQuery } from "./queries.ts";

export function ChannelsPage() {
  const channels = useQuery(channelsQuery(useWorkspaceId()));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<NewCustomChannel | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Add custom channel
    </Button>
  );
  return (
    <Page
      title="Channels"
      description="Where your customers write to you, and where your answers go."
      actions={channels.data?.length ? create : null}
    >
      <Panel flush>
        <Loaded query={channels} failure="The channels could not be loaded">
          {(rows) =>
            rows.length > 0 ? (
              <ChannelTable channels={rows} />
            ) : (
              <EmptyFace
                icon={<IconPlugConnected size={24} aria-hidden />}
                title="No channel yet"
                message="A channel brings conversations into the inbox. A custom channel connects any system of yours with two HTTP requests."
                action={create}
              />
            )
          }
        </Loaded>
      </Panel>
      <CustomDialog
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(channel) => {
          setCreating(false);
          setCreated(channel);
        }}
      />
      <SecretsDialog
        title={created ? `“${created.name}” is ready` : ""}
        secrets={
          created && [
            { label: "Validate token", text: created.validateToken },
            { label: "Access token", text: created.accessToken },
          ]
        }
        onClose={() => setCreated(null)}
      >
        {created ? (
          <>
            <CopyField label="Address for incoming messages" text={created.ingressUrl} />
            <CodeBlock label="Send your first message" code={ingressCurl(created.ingressUrl, created.validateToken)} />
          </>
        ) : null}
      </SecretsDialog>
    </Page>
  );
}

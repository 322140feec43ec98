"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { ChannelTable } from "./channel-table.tsx";
import { channelsQuery } from "./queries.ts";

export function ChannelsPage() {
  const workspaceId = useWorkspaceId();
  const channels = useQuery(channelsQuery(workspaceId));
  const connect = (
    <Button component={Link} href={paths.connectChannel(workspaceId)} leftSection={<IconPlus size={16} aria-hidden />}>
      Connect a channel
    </Button>
  );
  return (
    <Page
      title="Channels"
      description="Where your customers write to you, and where your answers go."
      actions={channels.data?.length ? connect : null}
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
                message="A channel brings conversations into the inbox: WhatsApp, Messenger, Instagram, Telegram, a chat on your site, or any system of yours."
                action={connect}
              />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Panel } from "../ui/panel.tsx";
import { ChannelTable } from "./channel-table.tsx";
import { channelsQuery } from "./queries.ts";

export function ChannelsPage() {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  const channels = useQuery(channelsQuery(workspaceId));
  const connect = (
    <Button component={Link} href={paths.connectChannel(workspaceId)} leftSection={<IconPlus size={16} aria-hidden />}>
      {t("connect")}
    </Button>
  );
  return (
    <Page
      isWide
      title={t("title")}
      count={channels.data?.length}
      description={t("description")}
      actions={channels.data?.length ? connect : null}
    >
      <Panel flush>
        <Loaded query={channels} failure={t("listFailure")} shape="table">
          {(rows) =>
            rows.length > 0 ? (
              <ChannelTable channels={rows} />
            ) : (
              <EmptyFace picture="channel" title={t("none")} message={t("noneWords")} action={connect} />
            )
          }
        </Loaded>
      </Panel>
    </Page>
  );
}

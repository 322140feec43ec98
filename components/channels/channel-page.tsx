"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { EmptyFace } from "../ui/empty-face.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { WebchatPanel } from "../webchat/webchat-panel.tsx";
import { BackToChannels } from "./back-to-channels.tsx";
import { ConnectionPanel } from "./connection-panel.tsx";
import { CredentialsPanel } from "./credentials-panel.tsx";
import { HandoverPanel } from "./handover-panel.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { NamePanel } from "./name-panel.tsx";
import { channelsQuery } from "./queries.ts";
import { RatePanel } from "./rate-panel.tsx";
import { RatingPanel } from "./rating-panel.tsx";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { RoutingPanel } from "./routing-panel.tsx";
import { StatePanel } from "./state-panel.tsx";
import { SwitchPanels } from "./switch-panels.tsx";
import { TestPanel } from "./test-panel.tsx";

/** All settings of a channel. Each panel saves on its own. */
export function ChannelPage({ integrationId }: { integrationId: string }) {
  const t = useTranslations("channels");
  const workspaceId = useWorkspaceId();
  const channels = useQuery(channelsQuery(workspaceId));
  const channel = channels.data?.find(({ id }) => id === integrationId);
  return (
    <Page
      title={channel?.name ?? t("table.channel")}
      description={channel ? t(`types.${channel.type}`) : null}
      above={<BackToChannels />}
    >
      <Loaded query={channels} failure={t("page.failure")} shape="panels">
        {() =>
          channel ? (
            <>
              <StatePanel channel={channel} />
              {channel.type === "WEBCHAT" ? <WebchatPanel integrationId={channel.id} /> : null}
              <HealthPanel key={`health-${channel.id}`} channel={channel} />
              <ConnectionPanel channel={channel} />
              <TestPanel key={`test-${channel.id}`} channel={channel} />
              <CredentialsPanel key={`credentials-${channel.id}`} channel={channel} />
              <NamePanel key={channel.name} channel={channel} />
              <RoutingPanel channel={channel} />
              <HandoverPanel channel={channel} />
              <RatingPanel channel={channel} />
              <ReceiptsPanel channel={channel} />
              <SwitchPanels channel={channel} />
              <RatePanel key={`rate-${channel.ratePerSecond}`} channel={channel} />
            </>
          ) : (
            <EmptyFace
              picture="channel"
              title={t("page.none")}
              message={t("page.noneWords")}
              action={
                <Button component={Link} href={paths.channels(workspaceId)} variant="default">
                  {t("page.all")}
                </Button>
              }
            />
          )
        }
      </Loaded>
    </Page>
  );
}

"use client";

import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { ChannelsTable, PricesTable, SourcesTable, TagsTable } from "./conversation-tables.tsx";
import { ConversationTiles } from "./conversation-tiles.tsx";
import { HeatMap } from "./heat-map.tsx";
import { RatingsTable } from "./ratings-table.tsx";
import { conversationsReportQuery } from "./queries.ts";
import { daysBefore, momentsOf } from "./report-period.ts";
import { ReportsFrame } from "./reports-frame.tsx";
import { TimesTable } from "./times-table.tsx";
import { useReportUrl } from "./use-report-url.ts";
import { Volume } from "./volume.tsx";

/** The conversations report of a period. */
export function ConversationsReportPage() {
  const t = useTranslations("reports");
  const workspaceId = useWorkspaceId();
  const url = useReportUrl();
  const { startDate, endDate, interval, channelId } = url;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const ask = { workspaceId, interval, timeZone, ...(channelId ? { integrationId: channelId } : {}) };
  const report = useQuery(conversationsReportQuery({ ...ask, startDate, endDate }));
  const before = useQuery(conversationsReportQuery({ ...ask, ...momentsOf(daysBefore(url.days)) }));
  return (
    <ReportsFrame tab="conversations" url={url} hasChannels>
      <ConversationTiles report={report.data} before={before.data} url={url} />
      <Loaded query={report} failure={t("failure")} shape="panels">
        {(data) => (
          <>
            <Volume series={data.series} url={url} />
            <TimesTable times={data.times} url={url} />
            <ChannelsTable channels={data.byChannel} url={url} />
            {data.ratings.byChannel.length > 0 ? <RatingsTable ratings={data.ratings} url={url} /> : null}
            {data.bySource.length > 0 ? <SourcesTable sources={data.bySource} /> : null}
            {data.byPrice.length > 0 ? <PricesTable prices={data.byPrice} /> : null}
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <TagsTable tags={data.byTag} url={url} />
              <Panel title={t("byHour")} description={t("byHourHint")}>
                <HeatMap hours={data.byHour} url={url} />
              </Panel>
            </SimpleGrid>
          </>
        )}
      </Loaded>
    </ReportsFrame>
  );
}

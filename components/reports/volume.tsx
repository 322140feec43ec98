"use client";

import { SegmentedControl } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Panel } from "../ui/panel.tsx";
import { CountLink } from "./count-link.tsx";
import { convLinks, COUNTS, ofChannel } from "./inbox-links.ts";
import type { ConversationsReport } from "./queries.ts";
import { spanOfPoint } from "./report-period.ts";
import { ReportTable } from "./report-table.tsx";
import { SeriesChart, usePointName } from "./series-chart.tsx";
import type { ReportUrl } from "./use-report-url.ts";

type Series = ConversationsReport["series"];
type Point = Series[number];
const SHAPES = ["chart", "table"] as const;

/** Activity over time, as a chart or as figures that link to what they count. */
export function Volume({ series, url }: { series: Series; url: ReportUrl }) {
  const t = useTranslations("reports");
  const links = convLinks(useWorkspaceId(), [ofChannel(url.channelId)]);
  const pointOf = usePointName(url.interval);
  const [shape, setShape] = useState<(typeof SHAPES)[number]>("chart");
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t("shapes.shape")}
      value={shape}
      onChange={setShape}
      data={SHAPES.map((value) => ({ value, label: t(`shapes.${value}`) }))}
    />
  );
  if (shape === "chart") {
    return (
      <Panel title={t("volume")} description={t("volumeHint")} actions={choice}>
        <SeriesChart series={series} interval={url.interval} />
      </Panel>
    );
  }
  return (
    <ReportTable
      title={t("volume")}
      description={t("volumeHint")}
      actions={choice}
      file="messages"
      rows={series}
      keyOf={({ at }) => at}
      empty={t("nothing")}
      columns={[
        { name: t("when"), value: ({ at }) => at, show: ({ at }) => pointOf(at) },
        ...COUNTS.map((count) => ({
          name: t(`counts.${count}`),
          value: (point: Point) => point[count],
          show: (point: Point) => (
            <CountLink count={point[count]} href={links.counted(count, spanOfPoint(point.at, url.interval, url))} />
          ),
          isNumber: true,
        })),
      ]}
    />
  );
}

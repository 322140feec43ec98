"use client";

import "@mantine/charts/styles.css";
import { VisuallyHidden } from "@mantine/core";
import dynamic from "next/dynamic";
import { useFormatter, useTranslations } from "next-intl";
import type { ConversationsReport } from "./queries.ts";
import type { Interval } from "./report-period.ts";
import classes from "./reports.module.css";

// Load the chart library with the first chart, not with the first page.
const BarChart = dynamic(() => import("@mantine/charts").then((charts) => charts.BarChart), {
  ssr: false,
  loading: () => <div className={classes.chartRoom} />,
});

const PARTS = [
  { name: "inbound", color: "var(--chart-1)" },
  { name: "byPerson", color: "var(--chart-2)" },
  { name: "byAssistant", color: "var(--chart-3)" },
  { name: "byProgram", color: "var(--chart-5)" },
] as const;

export function usePointName(interval: Interval): (at: string) => string {
  const format = useFormatter();
  return (at) =>
    format.dateTime(
      new Date(at),
      interval === "hour" ? { hour: "numeric", minute: "numeric" } : { day: "numeric", month: "short" },
    );
}

type Props = { series: ConversationsReport["series"]; interval: Interval };

/** Messages over time by author, with the same data as a table for screen readers. */
export function SeriesChart({ series, interval }: Props) {
  const t = useTranslations("reports");
  const format = useFormatter();
  const pointOf = usePointName(interval);
  if (series.length === 0) return <p className={classes.nothing}>{t("nothing")}</p>;
  return (
    <>
      <div aria-hidden className={classes.chartRoom}>
        <BarChart
          h={260}
          type="stacked"
          withLegend
          data={series.map(({ at, ...counts }) => ({ ...counts, at: pointOf(at) }))}
          dataKey="at"
          series={PARTS.map(({ name, color }) => ({ name, color, label: t(`parts.${name}`) }))}
          valueFormatter={(value) => format.number(value)}
          // The table gives keyboard and screen reader users the same figures.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
        />
      </div>
      <VisuallyHidden>
        <table aria-label={t("volume")}>
          <thead>
            <tr>
              <th>{t("when")}</th>
              {PARTS.map(({ name }) => (
                <th key={name}>{t(`parts.${name}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((point) => (
              <tr key={point.at}>
                <th>{pointOf(point.at)}</th>
                {PARTS.map(({ name }) => (
                  <td key={name}>{point[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

"use client";

import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { VisuallyHidden } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import { reachedCounts } from "./outcome-words.ts";
import type { BroadcastCounts } from "./queries.ts";

/** The steps that the messages reached: total, sent, delivered, read. The table says the same in words. */
export function OutcomeChart({ counts }: { counts: BroadcastCounts }) {
  const t = useTranslations("broadcasts");
  const format = useFormatter();
  const { sent, delivered, read } = reachedCounts(counts);
  const steps = [
    { step: t("funnel.total"), count: counts.total },
    { step: t("funnel.sent"), count: sent },
    { step: t("funnel.delivered"), count: delivered },
    { step: t("funnel.read"), count: read },
  ];
  const share = (count: number) => format.number(count / counts.total, { style: "percent", maximumFractionDigits: 0 });
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={180}
          data={steps}
          dataKey="step"
          orientation="vertical"
          series={[{ name: "count", label: t("funnel.title"), color: "var(--chart-1)" }]}
          withTooltip
          gridAxis="none"
          xAxisProps={{ domain: [0, counts.total], allowDecimals: false }}
          yAxisProps={{ width: 90 }}
          // The table gives keyboard and screen reader users the same figures.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ radius: 4, isAnimationActive: false }}
          valueFormatter={(value) => `${format.number(value)} (${share(value)})`}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t("funnel.title")}</caption>
          <tbody>
            {steps.map(({ step, count }) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                <td>
                  {format.number(count)} ({share(count)})
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}

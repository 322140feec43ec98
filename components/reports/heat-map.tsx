"use client";

import { VisuallyHidden } from "@mantine/core";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { firstDayOfWeek } from "../i18n/first-day-of-week.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { convLinks, ofChannel } from "./inbox-links.ts";
import type { ConversationsReport } from "./queries.ts";
import type { ReportUrl } from "./use-report-url.ts";
import classes from "./reports.module.css";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday. The following days complete the week. */
const MONDAY = Date.UTC(2024, 0, 1);

/** The days of the week, where 1 is Monday, starting with the reader's first day. */
function weekdaysIn(locale: string): number[] {
  const first = firstDayOfWeek(locale) || 7;
  return Array.from({ length: 7 }, (_, index) => ((first - 1 + index) % 7) + 1);
}

/** The color for a share from 0 to 1 of the maximum. */
const heatOf = (share: number) =>
  `color-mix(in srgb, var(--accent) ${Math.round(share * 100)}%, var(--surface-sunken))`;

/** When contacts write, by hour of the week, as a colored table. */
export function HeatMap({ hours, url }: { hours: ConversationsReport["byHour"]; url: ReportUrl }) {
  const t = useTranslations("reports");
  const format = useFormatter();
  const locale = useLocale();
  const links = convLinks(useWorkspaceId(), [ofChannel(url.channelId)]);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const counts = new Map(hours.map(({ weekday, hour, inbound }) => [`${weekday} ${hour}`, inbound]));
  const most = Math.max(1, ...counts.values());
  const dayName = (weekday: number, length: "short" | "long") =>
    format.dateTime(new Date(MONDAY + (weekday - 1) * 86_400_000), { weekday: length, timeZone: "UTC" });
  if (hours.length === 0) return <p className={classes.nothing}>{t("nothing")}</p>;
  return (
    <div className={classes.heatScroll}>
      <table className={classes.heat} aria-label={t("byHour")}>
        <thead>
          <tr>
            <th aria-label={t("weekday")} />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour % 6 === 0 ? hour : <VisuallyHidden>{hour}</VisuallyHidden>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdaysIn(locale).map((weekday) => (
            <tr key={weekday}>
              <th scope="row">
                <abbr title={dayName(weekday, "long")}>{dayName(weekday, "short")}</abbr>
              </th>
              {HOURS.map((hour) => {
                const count = counts.get(`${weekday} ${hour}`) ?? 0;
                const words = t("atHour", { day: dayName(weekday, "long"), hour, count });
                return (
                  <td key={hour} className={classes.cell} style={{ background: heatOf(count / most) }} title={words}>
                    {count === 0 ? (
                      <VisuallyHidden>{count}</VisuallyHidden>
                    ) : (
                      <Link
                        href={links.wrote("client", url, { weekday, hour, timeZone })}
                        className={classes.cellLink}
                        aria-label={words}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

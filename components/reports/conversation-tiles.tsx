"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { durationWords } from "./durations.ts";
import { convLinks, ofChannel } from "./inbox-links.ts";
import { KpiTile } from "./kpi-tile.tsx";
import type { ConversationsReport } from "./queries.ts";
import type { ReportUrl } from "./use-report-url.ts";
import classes from "./reports.module.css";

type Props = { report: ConversationsReport | undefined; before: ConversationsReport | undefined; url: ReportUrl };

/** The period in nine figures, each compared with the previous period. */
export function ConversationTiles({ report, before, url }: Props) {
  const t = useTranslations("reports.tiles");
  const format = useFormatter();
  const locale = useLocale();
  const workspaceId = useWorkspaceId();
  const number = (value: number | undefined) => (value === undefined ? null : format.number(value));
  const time = (value: number | null | undefined) =>
    report === undefined ? null : value == null ? "–" : durationWords(value, locale);
  const outbound = (of: ConversationsReport | undefined) =>
    of && of.totals.byPerson + of.totals.byAssistant + of.totals.byProgram;
  const answeredBy = (of: ConversationsReport | undefined) => of?.times.firstResponseByPerson.median;
  const times = report?.times;
  const links = convLinks(workspaceId, [ofChannel(url.channelId)]);
  return (
    <dl className={classes.tiles} aria-busy={report === undefined}>
      <KpiTile
        name={t("opened")}
        value={number(report?.totals.opened)}
        now={report?.totals.opened ?? null}
        before={before?.totals.opened ?? null}
        href={links.opened(url)}
      />
      <KpiTile
        name={t("ended")}
        value={number(report?.totals.ended)}
        now={report?.totals.ended ?? null}
        before={before?.totals.ended ?? null}
        href={links.ended(url)}
      />
      <KpiTile
        name={t("inbound")}
        value={number(report?.totals.inbound)}
        now={report?.totals.inbound ?? null}
        before={before?.totals.inbound ?? null}
        href={links.counted("inbound", url)}
      />
      <KpiTile
        name={t("outbound")}
        value={number(outbound(report))}
        now={outbound(report) ?? null}
        before={outbound(before) ?? null}
        href={links.sent(url)}
        more={report ? t("outboundBy", report.totals) : null}
      />
      <KpiTile
        name={t("firstResponse")}
        value={time(times?.firstResponseByPerson.median)}
        now={answeredBy(report) ?? null}
        before={answeredBy(before) ?? null}
        isLessBetter
        href={links.firstAnswered("person", url)}
        more={times ? t("assistants", { time: time(times.firstResponseByAssistant.median) ?? "–" }) : null}
      />
      <KpiTile
        name={t("resolution")}
        value={time(times?.resolution.median)}
        now={times?.resolution.median ?? null}
        before={before?.times.resolution.median ?? null}
        isLessBetter
        href={links.ended(url)}
      />
      <KpiTile name={t("open")} value={number(report?.backlog.open)} href={links.open()} isNow more={t("now")} />
      <KpiTile
        name={t("needsResponse")}
        value={number(report?.backlog.needsResponse)}
        href={links.waiting()}
        isNow
        more={t("now")}
      />
      <KpiTile
        name={t("unassigned")}
        value={number(report?.backlog.unassigned)}
        href={links.unassigned()}
        isNow
        more={t("now")}
      />
    </dl>
  );
}

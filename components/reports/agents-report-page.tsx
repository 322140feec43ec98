"use client";

import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { durationWords } from "./durations.ts";
import { CountLink } from "./count-link.tsx";
import { convLinks, term } from "./inbox-links.ts";
import { agentsReportQuery, type AgentReport } from "./queries.ts";
import { RatingCounts } from "./rating-counts.tsx";
import { ReportTable } from "./report-table.tsx";
import { ReportsFrame } from "./reports-frame.tsx";
import { useRatingWords } from "./use-rating-words.ts";
import { useReportUrl } from "./use-report-url.ts";

const nameOf = ({ name, surname }: AgentReport) => (surname ? `${name} ${surname}` : name);

/** Each agent's figures in a period. */
export function AgentsReportPage() {
  const t = useTranslations("reports.agents");
  const format = useFormatter();
  const locale = useLocale();
  const workspaceId = useWorkspaceId();
  const url = useReportUrl();
  const agents = useQuery(agentsReportQuery({ workspaceId, startDate: url.startDate, endDate: url.endDate }));
  const links = convLinks(workspaceId);
  const spread = useRatingWords();
  const of = ({ agentId }: AgentReport) => convLinks(workspaceId, [term("owner", agentId)]);
  const countHref = {
    assignedCount: ({ agentId }: AgentReport) => links.given(agentId, url),
    endedCount: (row: AgentReport) => of(row).ended(url),
    messageCount: ({ agentId }: AgentReport) => links.wrote(agentId, url),
  } as const;
  const timeHref = {
    firstResponseSecondsAvg: ({ agentId }: AgentReport) => links.answered(agentId, url),
    resolutionSecondsAvg: (row: AgentReport) => of(row).ended(url),
  } as const;
  return (
    <ReportsFrame tab="agents" url={url}>
      <Loaded query={agents} failure={t("failure")} shape="panels">
        {(rows) => (
          <ReportTable
            title={t("title")}
            description={t("hint")}
            file="agents"
            rows={rows}
            keyOf={({ agentId }) => agentId}
            empty={t("nobody")}
            columns={[
              {
                name: t("name"),
                value: nameOf,
                show: (row) => (
                  <Anchor component={Link} href={of(row).open()}>
                    <bdi>{nameOf(row)}</bdi>
                  </Anchor>
                ),
              },
              ...(["assignedCount", "endedCount", "messageCount"] as const).map((count) => ({
                name: t(count),
                value: (row: AgentReport) => row[count],
                show: (row: AgentReport) => <CountLink count={row[count]} href={countHref[count](row)} />,
                isNumber: true,
              })),
              ...(["firstResponseSecondsAvg", "resolutionSecondsAvg"] as const).map((time) => ({
                name: t(time),
                value: (row: AgentReport) => row[time],
                show: (row: AgentReport) =>
                  row[time] === null ? (
                    "–"
                  ) : (
                    <Anchor component={Link} href={timeHref[time](row)} inherit>
                      {durationWords(row[time], locale)}
                    </Anchor>
                  ),
                isNumber: true,
              })),
              {
                name: t("rating"),
                value: ({ ratingAvg }) => ratingAvg,
                show: (row) =>
                  row.ratingAvg === null ? (
                    "–"
                  ) : (
                    <Anchor component={Link} href={of(row).rated(url)} inherit style={{ whiteSpace: "nowrap" }}>
                      {t("ratingOf", {
                        rating: format.number(row.ratingAvg, { maximumFractionDigits: 1 }),
                        count: row.ratingCount,
                      })}
                    </Anchor>
                  ),
                isNumber: true,
              },
              {
                name: t("ratings"),
                value: ({ ratings }) => spread(ratings),
                show: (row) => <RatingCounts ratings={row.ratings} hrefOf={(rating) => of(row).rated(url, rating)} />,
              },
            ]}
          />
        )}
      </Loaded>
    </ReportsFrame>
  );
}

"use client";

import { Anchor } from "@mantine/core";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { convLinks, ofChannel } from "./inbox-links.ts";
import type { ConversationsReport } from "./queries.ts";
import { RatingCounts } from "./rating-counts.tsx";
import { ReportTable } from "./report-table.tsx";
import { useRatingWords } from "./use-rating-words.ts";
import type { ReportUrl } from "./use-report-url.ts";

type Row = ConversationsReport["ratings"]["byChannel"][number];

/** The contacts' ratings by channel. */
export function RatingsTable({ ratings, url }: { ratings: ConversationsReport["ratings"]; url: ReportUrl }) {
  const t = useTranslations("reports.ratings");
  const format = useFormatter();
  const workspaceId = useWorkspaceId();
  const spread = useRatingWords();
  return (
    <ReportTable
      title={t("title")}
      description={t("hint")}
      file="ratings"
      rows={ratings.byChannel}
      keyOf={({ integrationId }) => integrationId}
      empty={t("none")}
      columns={[
        { name: t("channel"), value: ({ name }: Row) => name },
        { name: t("asked"), value: ({ asked }: Row) => asked, isNumber: true },
        {
          name: t("given"),
          value: ({ count }: Row) => count,
          show: (row: Row) =>
            row.count === 0 ? (
              "–"
            ) : (
              <Anchor component={Link} href={convLinks(workspaceId, [ofChannel(row.integrationId)]).rated(url)} inherit>
                {format.number(row.count)}
              </Anchor>
            ),
          isNumber: true,
        },
        {
          name: t("average"),
          value: ({ average }: Row) => average,
          show: ({ average }: Row) => (average === null ? "–" : format.number(average, { maximumFractionDigits: 1 })),
          isNumber: true,
        },
        {
          name: t("distribution"),
          value: ({ distribution }: Row) => spread(distribution),
          show: ({ integrationId, distribution }: Row) => (
            <RatingCounts
              ratings={distribution}
              hrefOf={(rating) => convLinks(workspaceId, [ofChannel(integrationId)]).rated(url, rating)}
            />
          ),
        },
      ]}
    />
  );
}

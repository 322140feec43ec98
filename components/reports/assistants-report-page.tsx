"use client";

import { Anchor } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useFormatter, useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { assistantsQuery, periodFiguresQuery, type AssistantFigures } from "../assistants/queries.ts";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { CountLink } from "./count-link.tsx";
import { durationWords } from "./durations.ts";
import { convLinks } from "./inbox-links.ts";
import { ReportTable } from "./report-table.tsx";
import { ReportsFrame } from "./reports-frame.tsx";
import { useReportUrl } from "./use-report-url.ts";

const COUNTS = ["turns", "answered", "handedOver", "unanswered"] as const;

/** The outcomes of every assistant's turns in a period. */
export function AssistantsReportPage() {
  const t = useTranslations("reports.assistants");
  const format = useFormatter();
  const locale = useLocale();
  const workspaceId = useWorkspaceId();
  const url = useReportUrl();
  const links = convLinks(workspaceId);
  const assistants = useQuery(assistantsQuery(workspaceId));
  const figures = useQueries({
    queries: (assistants.data ?? []).map(({ id }) => periodFiguresQuery(workspaceId, id, url.startDate, url.endDate)),
  });
  return (
    <ReportsFrame tab="assistants" url={url}>
      <Loaded query={assistants} failure={t("failure")} shape="panels">
        {(list) => {
          const rows = list.map(({ id, name }, index) => ({ id, name, of: figures[index]?.data }));
          type Row = (typeof rows)[number];
          const count = (row: Row, key: keyof AssistantFigures & (typeof COUNTS)[number]) => row.of?.[key] ?? null;
          return (
            <ReportTable
              title={t("title")}
              description={t("hint")}
              file="assistants"
              rows={rows}
              keyOf={({ id }) => id}
              empty={t("none")}
              columns={[
                {
                  name: t("name"),
                  value: ({ name }) => name,
                  show: ({ id, name }) => (
                    <Anchor component={Link} href={paths.assistant(workspaceId, id, "answers")}>
                      <bdi>{name}</bdi>
                    </Anchor>
                  ),
                },
                ...COUNTS.map((key) => ({
                  name: t(key),
                  value: (row: Row) => count(row, key),
                  show: (row: Row) =>
                    row.of ? (
                      <CountLink count={row.of[key]} href={links.turns(row.id, url, key === "turns" ? null : key)} />
                    ) : (
                      "…"
                    ),
                  isNumber: true,
                })),
                {
                  name: t("median"),
                  value: ({ of }) => of?.medianMs ?? null,
                  show: ({ of }) => (of?.medianMs == null ? "–" : durationWords(of.medianMs / 1_000, locale)),
                  isNumber: true,
                },
                {
                  name: t("tokens"),
                  value: ({ of }) => (of ? of.promptTokens + of.completionTokens : null),
                  show: ({ of }) => (of ? format.number(of.promptTokens + of.completionTokens) : "…"),
                  isNumber: true,
                },
              ]}
            />
          );
        }}
      </Loaded>
    </ReportsFrame>
  );
}

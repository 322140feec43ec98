"use client";

import { useLocale, useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { durationWords } from "./durations.ts";
import type { ConversationsReport } from "./queries.ts";
import { CountLink } from "./count-link.tsx";
import { convLinks, ofChannel } from "./inbox-links.ts";
import { ReportTable } from "./report-table.tsx";
import type { ReportUrl } from "./use-report-url.ts";

type Times = ConversationsReport["times"];
type Row = Times[keyof Times] & { what: keyof Times };
const WHAT = ["firstResponseByPerson", "firstResponseByAssistant", "resolution"] as const satisfies (keyof Times)[];

/** Response times of agents and assistants, side by side. */
export function TimesTable({ times, url }: { times: Times; url: ReportUrl }) {
  const t = useTranslations("reports.times");
  const locale = useLocale();
  const links = convLinks(useWorkspaceId(), [ofChannel(url.channelId)]);
  const hrefOf: Record<keyof Times, string> = {
    firstResponseByPerson: links.firstAnswered("person", url),
    firstResponseByAssistant: links.firstAnswered("assistant", url),
    resolution: links.ended(url),
  };
  const words = (seconds: number | null) => (seconds === null ? "–" : durationWords(seconds, locale));
  const rows = WHAT.map((what): Row => ({ what, ...times[what] }));
  return (
    <ReportTable
      title={t("title")}
      description={t("hint")}
      file="response-times"
      rows={rows}
      keyOf={({ what }) => what}
      empty=""
      columns={[
        { name: t("what"), value: ({ what }) => t(what) },
        {
          name: t("count"),
          value: ({ count }) => count,
          show: ({ count, what }) => <CountLink count={count} href={hrefOf[what]} />,
          isNumber: true,
        },
        { name: t("median"), value: ({ median }) => median, show: ({ median }) => words(median), isNumber: true },
        { name: t("p90"), value: ({ p90 }) => p90, show: ({ p90 }) => words(p90), isNumber: true },
      ]}
    />
  );
}

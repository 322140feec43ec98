"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { Fact } from "./editable-field.tsx";
import { useInbox } from "../inbox/inbox-context.tsx";
import { convFactsQuery } from "../inbox/queries.ts";
import { SlaFact } from "./sla-timer.tsx";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";

/** How long the contact waited for the first answer, how long they wait now, and when the conversation ends automatically. */
export function ConvTimers({ row }: { row: ConvRow }) {
  const { absoluteTime, timeLeft, waitedFor } = useTimes();
  const t = useTranslations("thread.pane");
  const now = useNow();
  const { data } = useQuery(convFactsQuery(useInbox().workspaceId, row.id));
  const { firstClientMessageAt: asked, firstResponseAt: answered, closesAt } = data ?? {};
  const closesIn = closesAt ? timeLeft(closesAt, now) : null;
  return (
    <>
      {asked && answered ? (
        <Fact label={t("firstResponse")}>
          <span title={absoluteTime(answered)}>{t("after", { time: waitedFor(asked, Date.parse(answered)) })}</span>
        </Fact>
      ) : null}
      {row.waitingSince ? (
        <Fact label={t("waiting")}>
          <span title={absoluteTime(row.waitingSince)}>{waitedFor(row.waitingSince, now)}</span>
        </Fact>
      ) : null}
      <SlaFact row={row} />
      {closesAt ? (
        <Fact label={t("closes")}>
          <span title={absoluteTime(closesAt)}>{closesIn ? t("in", { time: closesIn }) : t("soon")}</span>
        </Fact>
      ) : null}
    </>
  );
}

import { IconHourglassEmpty, IconHourglassHigh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { Fact } from "./editable-field.tsx";
import { slaWords } from "../list/row-label.ts";
import { useNow } from "../inbox/use-now.ts";
import { useTimes } from "../inbox/use-times.ts";
import classes from "./sla-timer.module.css";

type Target = Pick<ConvRow, "slaDueAt" | "slaRiskAt">;
type Due = Target & { slaDueAt: string };

/** The time left to answer the contact, or how late the answer is. Renders nothing without a target. */
export function SlaTimer({ row }: { row: Target }) {
  return isDue(row) ? <Timer row={row} /> : null;
}

function Timer({ row }: { row: Due }) {
  const t = useTranslations("list");
  const times = useTimes();
  const now = useNow();
  const state = stateOf(row, now);
  const Icon = state === "missed" ? IconHourglassEmpty : IconHourglassHigh;
  const left = times.timeLeft(row.slaDueAt, now);
  return (
    <span className={classes.timer} data-sla={state} title={slaWords(row, now, t, times) ?? undefined}>
      <Icon size={12} aria-hidden />
      {left ?? t("row.slaLate", { time: times.waitedFor(row.slaDueAt, now) })}
    </span>
  );
}

/** The same timer for the list of facts. */
export function SlaFact({ row }: { row: Target }) {
  return isDue(row) ? <DueFact row={row} /> : null;
}

function DueFact({ row }: { row: Due }) {
  const t = useTranslations("thread.pane");
  const { absoluteTime, timeLeft, waitedFor } = useTimes();
  const now = useNow();
  const left = timeLeft(row.slaDueAt, now);
  return (
    <Fact label={t("answerDue")}>
      <span className={classes.words} data-sla={stateOf(row, now)} title={absoluteTime(row.slaDueAt)}>
        {left ? t("in", { time: left }) : t("overdue", { time: waitedFor(row.slaDueAt, now) })}
      </span>
    </Fact>
  );
}

function isDue<Row extends Target>(row: Row): row is Row & Due {
  return Boolean(row.slaDueAt);
}

function stateOf({ slaDueAt, slaRiskAt }: Due, nowMs: number): "kept" | "risk" | "missed" {
  if (Date.parse(slaDueAt) <= nowMs) return "missed";
  return slaRiskAt && Date.parse(slaRiskAt) <= nowMs ? "risk" : "kept";
}

import { IconClock } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { Fact } from "./editable-field.tsx";
import { useNow } from "../ui/use-now.ts";
import { useTimes } from "../ui/use-times.ts";
import { slaWords } from "../list/row-label.ts";
import chips from "../thread/thread-header.module.css";
import classes from "./sla-timer.module.css";

type Target = Pick<ConvRow, "slaDueAt" | "slaRiskAt">;
type Due = Target & { slaDueAt: string };

/** The time left to answer the contact, or how late the answer is. Renders nothing without a target. */
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

/** The same as a chip in the header of the conversation. */
export function SlaChip({ row }: { row: Target }) {
  return isDue(row) ? <DueChip row={row} /> : null;
}

function DueChip({ row }: { row: Due }) {
  const t = useTranslations("list");
  const times = useTimes();
  const now = useNow();
  const words = slaWords(row, now, t, times);
  return (
    <span className={chips.chip} data-sla={stateOf(row, now)} title={times.absoluteTime(row.slaDueAt)}>
      <IconClock size={14} stroke={1.5} aria-hidden />
      <span className={chips.chipWord}>{words}</span>
    </span>
  );
}

function isDue<Row extends Target>(row: Row): row is Row & Due {
  return Boolean(row.slaDueAt);
}

function stateOf({ slaDueAt, slaRiskAt }: Due, nowMs: number): "kept" | "risk" | "missed" {
  if (Date.parse(slaDueAt) <= nowMs) return "missed";
  return slaRiskAt && Date.parse(slaRiskAt) <= nowMs ? "risk" : "kept";
}

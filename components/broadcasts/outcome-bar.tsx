"use client";

import { Progress } from "@mantine/core";
import { useTranslations } from "next-intl";
import { OUTCOMES } from "./outcome-words.ts";
import type { BroadcastCounts } from "./queries.ts";

/** The outcomes of all recipients as one bar. Its accessible name contains the numbers. */
export function OutcomeBar({ counts, size = "md" }: { counts: BroadcastCounts; size?: "sm" | "md" | "lg" }) {
  const t = useTranslations("broadcasts");
  const own = OUTCOMES.filter(({ outcome }) => counts[outcome] > 0);
  const words = own.map(({ outcome }) => t(`count.${outcome}`, { count: counts[outcome] })).join(", ");
  return (
    <Progress.Root size={size} role="img" aria-label={words || t("noRecipients")} title={words}>
      {own.map(({ outcome, color }) => (
        <Progress.Section key={outcome} value={(counts[outcome] / counts.total) * 100} color={color} withAria={false} />
      ))}
    </Progress.Root>
  );
}

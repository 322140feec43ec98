"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { daysOf, intervalOf, isDay, momentsOf, PRESETS, type Days, type Preset } from "./report-period.ts";

const DEFAULT_PRESET: Preset = "last30";

/** A report's period and channel, kept in the URL so that its figures can be shared. */
export function useReportUrl() {
  const pathname = usePathname();
  const params = useSearchParams();
  const search = params.toString();
  const { from, to } = { from: params.get("from"), to: params.get("to") };
  const preset = PRESETS.find((known) => known === params.get("period")) ?? DEFAULT_PRESET;
  const channelId = params.get("channel");

  const chosen = isDay(from) && isDay(to) && from <= to ? { from, to } : null;
  const days = useMemo(
    // oxlint-disable-next-line react/purity -- The days of a period are counted from today.
    () => (isDay(from) && isDay(to) && from <= to ? { from, to } : daysOf(preset, new Date())),
    [from, to, preset],
  );

  function go(changes: Record<string, string | null>): void {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    window.history.replaceState(null, "", `${pathname}?${next}`);
  }

  return {
    search,
    days,
    preset: chosen ? null : preset,
    channelId,
    interval: intervalOf(days),
    ...momentsOf(days),
    choosePreset: (name: Preset) => go({ period: name, from: null, to: null }),
    chooseDays: (picked: Days) => go({ period: null, ...picked }),
    chooseChannel: (id: string | null) => go({ channel: id }),
  };
}

export type ReportUrl = ReturnType<typeof useReportUrl>;

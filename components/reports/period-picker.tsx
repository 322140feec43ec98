"use client";

import { Group, Select } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { channelsQuery } from "../channels/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { PRESETS } from "./report-period.ts";
import type { ReportUrl } from "./use-report-url.ts";

const OWN_DAYS = "days";

/** Chooses the days and the channel of a report. */
export function PeriodPicker({ url, hasChannels }: { url: ReportUrl; hasChannels: boolean }) {
  const t = useTranslations("reports.period");
  const channels = useQuery({ ...channelsQuery(useWorkspaceId()), enabled: hasChannels }).data ?? [];
  const [picked, setPicked] = useState<[string | null, string | null] | null>(null);
  const { from, to } = url.days;
  return (
    <Group gap="xs" role="group" aria-label={t("label")}>
      {hasChannels ? (
        <Select
          size="xs"
          w={170}
          clearable
          aria-label={t("channel")}
          placeholder={t("allChannels")}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={url.channelId}
          onChange={url.chooseChannel}
        />
      ) : null}
      <Select
        size="xs"
        w={150}
        allowDeselect={false}
        aria-label={t("label")}
        data={[
          ...PRESETS.map((preset) => ({ value: preset as string, label: t(preset) })),
          { value: OWN_DAYS, label: t("days") },
        ]}
        value={url.preset ?? OWN_DAYS}
        onChange={(value) => {
          const preset = PRESETS.find((known) => known === value);
          if (preset) url.choosePreset(preset);
          else url.chooseDays(url.days);
        }}
      />
      <DatePickerInput
        type="range"
        size="xs"
        miw={200}
        valueFormat="D MMM YYYY"
        // The button's accessible name is the days that it shows.
        wrapperProps={{ role: "group", "aria-label": t("days") }}
        // oxlint-disable-next-line react/purity -- The last day is that of the drawing.
        maxDate={new Date()}
        allowSingleDateInRange
        value={picked ?? [from, to]}
        onChange={(next) => {
          const [first, last] = next;
          // Between the two clicks only the first day is set.
          setPicked(first && last ? null : next);
          if (first && last) url.chooseDays({ from: first, to: last });
        }}
      />
    </Group>
  );
}

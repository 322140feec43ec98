"use client";

import { Radio, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { useTranslations } from "next-intl";
import { Panel } from "../ui/panel.tsx";
import type { BroadcastForm, FormProblem } from "./broadcast-form.ts";
import classes from "./broadcasts.module.css";

type Props = {
  id: string;
  form: BroadcastForm;
  change: (more: Partial<BroadcastForm>) => void;
  problems: readonly FormProblem[];
};

/** The send time: now, or a moment to come. */
export function WhenPanel({ id, form: { scheduledAt }, change, problems }: Props) {
  const t = useTranslations("broadcasts");
  const isLater = scheduledAt !== null;
  return (
    <Panel id={id} title={t("step.when")}>
      <Stack gap="md">
        <Radio.Group
          aria-label={t("step.when")}
          value={isLater ? "later" : "now"}
          onChange={(value) => change({ scheduledAt: value === "later" ? inAnHour() : null })}
        >
          <div className={classes.times}>
            {(["now", "later"] as const).map((when) => (
              <Radio.Card key={when} value={when} className={classes.time}>
                <Radio.Indicator />
                <span>
                  <Text span fw={500} display="block">
                    {t(when)}
                  </Text>
                  <Text span size="xs" c="dimmed">
                    {t(`${when}Words`)}
                  </Text>
                </span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        {isLater ? (
          <DateTimePicker
            label={t("launchAt")}
            description={t("yourClock", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            value={scheduledAt}
            onChange={(value) => change({ scheduledAt: value ?? inAnHour() })}
            // oxlint-disable-next-line react/purity -- The earliest moment is when the page is drawn.
            minDate={new Date()}
            error={problems.includes("time") ? t("missing.time") : undefined}
            valueFormat="DD MMM YYYY HH:mm"
            w={260}
          />
        ) : null}
      </Stack>
    </Panel>
  );
}

/** The full hour between one and two hours from now, in the picker's format. */
function inAnHour(): string {
  const at = new Date(Date.now() + 2 * 3_600_000);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:00:00`;
}

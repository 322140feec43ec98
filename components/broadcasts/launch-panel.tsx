"use client";

import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { DateTimePicker } from "@mantine/dates";
import { modals } from "@mantine/modals";
import { IconCalendarClock, IconSend } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReadyTemplate } from "../templates/template-draft.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { momentOf, type BroadcastForm, type FormProblem as Missing } from "./broadcast-form.ts";
import classes from "./broadcasts.module.css";
import { useLaunchOf } from "./use-launch.ts";
import { useSaveBroadcast, type Intent } from "./use-save-broadcast.ts";

type Props = {
  form: BroadcastForm;
  change: (more: Partial<BroadcastForm>) => void;
  forget: () => void;
  ready: ReadyTemplate;
  problems: readonly Missing[];
  /** The number of recipients now. null while counting, or if nothing can be sent. */
  count: number | null;
  /** Called to show missing values at their fields. */
  onStrict: () => void;
};

/** The send time, and the buttons that save, schedule or launch the broadcast. */
export function LaunchPanel({ form, change, forget, ready, problems, count, onStrict }: Props) {
  const t = useTranslations("broadcasts");
  const format = useFormatter();
  const save = useSaveBroadcast(forget);
  const launch = useLaunchOf(form.id);
  // After a new broadcast is saved, the page is about to change to the broadcast's own page.
  const isBusy = save.isPending || (save.isSuccess && form.id === null);
  const intentNow = isBusy ? save.variables.intent : null;
  const { scheduledAt } = form;
  const isLater = scheduledAt !== null;
  const act = (intent: Intent) => save.mutate({ form, ready, intent });
  const begin = (intent: Intent) => {
    onStrict();
    // A draft needs no time yet. To schedule or launch, nothing may be missing.
    if (problems.some((problem) => intent !== "draft" || problem !== "time")) return;
    if (intent === "draft") return act(intent);
    modals.openConfirmModal({
      title: t(isLater ? "confirm.scheduleTitle" : "confirm.launchTitle", { count: count ?? 0 }),
      children: (
        <Text size="sm">
          {isLater
            ? t("confirm.scheduleWords", {
                when: format.dateTime(new Date(momentOf(scheduledAt)), { dateStyle: "full", timeStyle: "short" }),
              })
            : t("confirm.launchWords")}
        </Text>
      ),
      labels: { confirm: t(isLater ? "confirm.schedule" : "confirm.launch", { count: count ?? 0 }), cancel: t("back") },
      onConfirm: () => act(intent),
    });
  };
  return (
    <Panel title={t("step.when")}>
      <Stack gap="md">
        <Group align="flex-end" gap="md">
          <SegmentedControl
            aria-label={t("step.when")}
            data={[
              { value: "now", label: t("now") },
              { value: "later", label: t("later") },
            ]}
            value={isLater ? "later" : "now"}
            onChange={(value) => change({ scheduledAt: value === "later" ? inAnHour() : null })}
          />
          {isLater ? (
            <DateTimePicker
              label={t("launchAt")}
              value={scheduledAt}
              onChange={(value) => change({ scheduledAt: value ?? inAnHour() })}
              // oxlint-disable-next-line react/purity -- The earliest moment is that of the drawing.
              minDate={new Date()}
              error={problems.includes("time") ? t("missing.time") : undefined}
              valueFormat="DD MMM YYYY HH:mm"
              w={260}
            />
          ) : null}
        </Group>
        {isLater ? (
          <Text size="xs" c="dimmed">
            {t("yourClock", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
          </Text>
        ) : null}
        <FormProblem>{(save.error ?? launch.error)?.message}</FormProblem>
        {problems.length > 0 ? (
          <Text size="sm" c="dimmed">
            {t("missing.list", {
              what: format.list(
                problems.map((problem) => t(`missing.${problem}`)),
                { type: "unit" },
              ),
            })}
          </Text>
        ) : null}
        <div className={classes.actions}>
          <Button variant="default" disabled={isBusy} loading={intentNow === "draft"} onClick={() => begin("draft")}>
            {t("saveDraft")}
          </Button>
          <Button
            leftSection={isLater ? <IconCalendarClock size={16} aria-hidden /> : <IconSend size={16} aria-hidden />}
            disabled={count === null || isBusy}
            loading={isBusy && intentNow !== "draft"}
            onClick={() => begin(isLater ? "schedule" : "launch")}
          >
            {t(isLater ? "confirm.schedule" : "confirm.launch", { count: count ?? 0 })}
          </Button>
        </div>
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

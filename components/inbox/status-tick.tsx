"use client";

import { ActionIcon, Popover } from "@mantine/core";
import {
  IconAlertCircle,
  IconCheck,
  IconChecks,
  IconClock,
  IconClockHour4,
  IconClockPause,
  IconHelpCircle,
  IconMicrophone,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { MessageAttempts } from "./message-attempts.tsx";
import { minutesWaiting, tickState } from "./message-status.ts";
import type { Bubble } from "./use-thread.ts";
import { useNow } from "./use-now.ts";
import classes from "./thread.module.css";

const ICON = {
  local: IconClock,
  queued: IconClockPause,
  sending: IconClockHour4,
  unknown: IconHelpCircle,
  sent: IconCheck,
  failed: IconAlertCircle,
  delivered: IconChecks,
  read: IconChecks,
  played: IconMicrophone,
} as const;

/** How far a message has come. Opens the list of attempts it is a view of. */
export function StatusTick({ bubble }: { bubble: Bubble }) {
  const t = useTranslations("thread");
  const state = tickState(bubble);
  const label = t(`status.${state}`);
  const Icon = ICON[state];
  const mark = <Icon size={16} stroke={2} />;
  if (bubble.local) {
    return (
      <span className={classes.tick} data-state={state} role="img" aria-label={label} title={label}>
        {mark}
      </span>
    );
  }
  return (
    <Popover position="top-end" width={300} withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          size={18}
          className={classes.tick}
          data-state={state}
          data-status={bubble.status}
          aria-label={t("status.showAttempts", { status: label })}
          title={label}
        >
          {mark}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <MessageAttempts bubble={bubble} label={label} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Under a message that should have been sent by now: nobody has to compare times to see it. Mount it for those on their way. */
export function SlowSend({ bubble }: { bubble: Bubble }) {
  const t = useTranslations("thread");
  const minutes = minutesWaiting(bubble, useNow());
  if (minutes === null) return null;
  return (
    <p className={classes.slow} role="status">
      <IconAlertCircle size={14} aria-hidden /> {t("slow", { minutes })}
    </p>
  );
}

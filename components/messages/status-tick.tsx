"use client";

import { Popover } from "@mantine/core";
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
import { useRef, useState } from "react";
import { MessageAttempts } from "./message-attempts.tsx";
import { minutesWaiting, tickState } from "./message-status.ts";
import type { Bubble } from "../thread/use-thread.ts";
import { useNow } from "../ui/use-now.ts";
import classes from "../thread/thread.module.css";

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

type Props = {
  bubble: Bubble;
  /** Whether the user is at the message. Only then does the Tab key reach its tick. */
  isNear: boolean;
};

/** A message's status. Opens the list of its attempts. The popover is created only when it opens. */
export function StatusTick({ bubble, isNear }: Props) {
  const t = useTranslations("thread");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Whether the popover was open at pointer down. The press closes it as an outside click, and must not open it again. */
  const wasOpen = useRef(false);
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

  function press() {
    setOpen(!wasOpen.current);
    wasOpen.current = false;
  }
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <span className={classes.tickPlace}>
      <button
        ref={button}
        type="button"
        className={classes.tick}
        data-state={state}
        data-status={bubble.status}
        aria-label={t("status.showAttempts", { status: label })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={label}
        tabIndex={isNear ? 0 : -1}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onClick={press}
      >
        {mark}
      </button>
      {isOpen ? (
        <Popover opened onChange={close} position="top-end" width={300} withArrow trapFocus withRoles={false}>
          <Popover.Target>
            <span className={classes.tickAnchor} />
          </Popover.Target>
          <Popover.Dropdown role="dialog" aria-label={label}>
            <MessageAttempts bubble={bubble} label={label} />
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </span>
  );
}

/** Shows below a message that it is late, so that no one has to compare times. Mount it for messages that are not sent yet. */
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

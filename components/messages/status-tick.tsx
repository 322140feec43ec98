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
import { useNow } from "../inbox/use-now.ts";
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
  /** Somebody is at the message: from there the Tab key comes to its tick. */
  isNear: boolean;
};

/** How far a message has come. Opens the list of attempts it is a view of: a popover of its own is made then, and for no other bubble. */
export function StatusTick({ bubble, isNear }: Props) {
  const t = useTranslations("thread");
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The press that closes it as one beside it would is not the one that opens it again. */
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

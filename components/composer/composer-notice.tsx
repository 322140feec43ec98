"use client";

import { Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconClockOff,
  IconSparkles,
  IconPencil,
  IconUserPlus,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ComposerNotice } from "./composer-block.ts";
import classes from "./composer.module.css";

const ICON = {
  channel: IconAlertTriangle,
  ended: IconCircleCheck,
  archived: IconArchive,
  window: IconClockOff,
  typing: IconPencil,
  ai: IconSparkles,
  unowned: IconUserPlus,
} as const;

type Props = { notice: NonNullable<ComposerNotice>; onTake: () => void };

/** One notice above the composer, with the action that resolves it. */
export function ComposerNoticeLine({ notice, onTake }: Props) {
  const t = useTranslations("inbox.notice");
  const Icon = ICON[notice.kind];
  return (
    <div className={classes.notice} data-kind={notice.kind} role="status">
      <Icon size={16} aria-hidden />
      <span className={classes.noticeText}>{notice.text}</span>
      {notice.kind === "ai" || notice.kind === "unowned" ? (
        <Button size="compact-xs" variant="light" onClick={onTake}>
          {t(notice.kind === "ai" ? "takeOver" : "assignToMe")}
        </Button>
      ) : null}
    </div>
  );
}

"use client";

import { Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconApps,
  IconArchive,
  IconCircleCheck,
  IconClockExclamation,
  IconClockOff,
  IconSparkles,
  IconPencil,
  IconUserPlus,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ComposerNotice } from "./composer-block.ts";
import classes from "./composer.module.css";

const ICON = {
  channel: IconAlertTriangle,
  ended: IconCircleCheck,
  archived: IconArchive,
  otherApp: IconApps,
  window: IconClockOff,
  late: IconClockExclamation,
  typing: IconPencil,
  ai: IconSparkles,
  unowned: IconUserPlus,
} as const;

const WORD = { ai: "takeOver", otherApp: "takeOver", unowned: "assignToMe" } as const;

type Props = {
  notice: NonNullable<ComposerNotice>;
  /** Assigns the conversation to the agent, or takes it from the other app. Never rejects. */
  onTake: () => Promise<void>;
};

/** One notice above the composer, with the action that resolves it. */
export function ComposerNoticeLine({ notice, onTake }: Props) {
  const t = useTranslations("inbox.notice");
  const [isTaking, setTaking] = useState(false);
  const Icon = ICON[notice.kind];
  const take = () => {
    setTaking(true);
    void onTake().finally(() => setTaking(false));
  };
  return (
    <div className={classes.notice} data-kind={notice.kind} role="status">
      <Icon size={16} aria-hidden />
      <span className={classes.noticeText}>{notice.text}</span>
      {notice.kind === "ai" || notice.kind === "otherApp" || notice.kind === "unowned" ? (
        <Button size="compact-xs" variant="light" loading={isTaking} onClick={take}>
          {t(WORD[notice.kind])}
        </Button>
      ) : null}
    </div>
  );
}

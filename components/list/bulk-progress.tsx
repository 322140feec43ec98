"use client";

import { Button, Progress } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ToastLine } from "../ui/toasts.tsx";
import type { BulkAction } from "./bulk-documents.ts";
import classes from "./bulk.module.css";

type Props = { bulk: BulkAction; onStop: () => Promise<void> };

/** The progress of a bulk action, shown in its toast. */
export function BulkProgress({ bulk, onStop }: Props) {
  const t = useTranslations("bulk.run");
  const [isStopping, setStopping] = useState(false);
  const [done, total] = [bulk.doneCount + bulk.failedCount, bulk.totalCount];
  const what = isBulkKind(bulk.kind) ? t(bulk.kind) : bulk.kind;

  function stop() {
    setStopping(true);
    void onStop();
  }

  return (
    <div className={classes.progress}>
      <ToastLine
        button={
          <Button variant="subtle" size="compact-sm" loading={isStopping} onClick={stop}>
            {t("stop")}
          </Button>
        }
      >
        {what}: {t("progress", { done, total })}
      </ToastLine>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={what} />
    </div>
  );
}

/** The kinds of bulk action, including undo. */
const BULK_KINDS = ["end", "assign", "tag", "untag", "stage", "snooze", "unsnooze", "read", "unread", "undo"] as const;

function isBulkKind(kind: string): kind is (typeof BULK_KINDS)[number] {
  return (BULK_KINDS as readonly string[]).includes(kind);
}

"use client";

import { VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconSparkles, IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { Face } from "./face.tsx";
import { ASSISTANT, NOBODY, OwnerPicker, type Owner } from "./owner-picker.tsx";
import classes from "../thread/thread-header.module.css";

type Props = {
  row: ConvRow;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onPick: (owner: Owner) => void;
};

/** The conversation's assignee, and the menu to assign it. */
export function AssignMenu({ row, isOpen, onOpenChange, onPick }: Props) {
  const t = useTranslations("bulk.assign");
  const owner = row.assigneeName ?? (row.aiId ? (row.aiName ?? t("assistant")) : t("unassigned"));
  return (
    <OwnerPicker
      chosen={[row.assigneeId ?? (row.aiId ? ASSISTANT : NOBODY)]}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={onPick}
    >
      {(toggle) => (
        <button type="button" className={classes.chip} disabled={row.ended} onClick={toggle} aria-expanded={isOpen}>
          <VisuallyHidden>{t("owner", { name: owner })}</VisuallyHidden>
          <OwnerMark row={row} />
          <span className={classes.chipWord} aria-hidden>
            {owner}
          </span>
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </button>
      )}
    </OwnerPicker>
  );
}

function OwnerMark({ row }: { row: ConvRow }) {
  if (row.assigneeName) return <Face name={row.assigneeName} size={18} />;
  return row.aiId ? (
    <IconSparkles size={14} stroke={1.5} aria-hidden />
  ) : (
    <IconUserPlus size={14} stroke={1.5} aria-hidden />
  );
}

"use client";

import { Avatar, Button, VisuallyHidden } from "@mantine/core";
import { IconSparkles, IconUserPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
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
  const { viewer } = useInbox();
  const owner = row.assigneeName ?? (row.aiId ? (row.aiName ?? t("assistant")) : t("unassigned"));
  const isMine = row.assigneeId !== null && row.assigneeId === viewer.agentId;
  return (
    <OwnerPicker
      chosen={[row.assigneeId ?? (row.aiId ? ASSISTANT : NOBODY)]}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onPick={onPick}
    >
      {(toggle) => (
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          classNames={{ root: classes.tool, section: classes.toolMark }}
          leftSection={<OwnerMark row={row} />}
          disabled={row.ended}
          onClick={toggle}
          aria-expanded={isOpen}
          title={t("owner", { name: owner })}
        >
          <VisuallyHidden>{t("owner", { name: owner })}</VisuallyHidden>
          <span className={classes.toolWord} aria-hidden>
            {isMine ? t("me") : firstWord(owner)}
          </span>
        </Button>
      )}
    </OwnerPicker>
  );
}

function OwnerMark({ row }: { row: ConvRow }) {
  if (row.assigneeName) return <Avatar name={row.assigneeName} size={20} color="gray" alt="" aria-hidden />;
  return row.aiId ? <IconSparkles size={16} aria-hidden /> : <IconUserPlus size={16} aria-hidden />;
}

/** Shortens a name. The label and the row show the full name. */
function firstWord(name: string): string {
  return name.split(" ")[0] ?? name;
}

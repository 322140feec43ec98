"use client";

import { Button } from "@mantine/core";
import { IconChevronDown, IconMoonStars, IconTag } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { SnoozePicker } from "../composer/snooze-picker.tsx";
import { StagePicker, TagPicker } from "../details/tag-picker.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { ColorDot } from "../ui/tag.tsx";
import classes from "./thread-header.module.css";

/** The menus of a conversation. At most one is open. The keyboard opens them too. */
export type ThreadMenu = "assign" | "tags" | "stage" | "snooze" | "order" | "end" | null;

type Props = {
  row: ConvRow;
  menu: ThreadMenu;
  onMenu: (menu: ThreadMenu) => void;
  onDone: (row: ConvRow) => void;
};

/** Snooze and tags. On a phone they are hidden, and the menu opens them. */
export function ThreadTools({ row, menu, onMenu, onDone }: Props) {
  const t = useTranslations("bulk.header");
  const { viewer } = useInbox();
  const actions = useConvActions();
  const handle = (name: Exclude<ThreadMenu, null>) => ({
    isOpen: menu === name,
    onOpenChange: (isOpen: boolean) => onMenu(isOpen ? name : null),
  });

  return (
    <>
      {row.ended ? null : (
        <span className={classes.wide}>
          <SnoozePicker
            {...handle("snooze")}
            hasOnlyMe={viewer.agentId !== null}
            onPick={(snooze) => {
              void actions.snooze(row, snooze);
              onDone(row);
            }}
            onEnd={row.isSnoozed ? () => void actions.unsnooze(row) : undefined}
          >
            {(toggle) => (
              <Tool icon={IconMoonStars} label={t("snooze")} isOpen={menu === "snooze"} onClick={toggle}>
                {t("snooze")}
              </Tool>
            )}
          </SnoozePicker>
        </span>
      )}
      <span className={classes.wide}>
        <TagPicker
          type="conversation"
          tags={row.tags}
          onChange={(tags) => void actions.setTags(row, tags)}
          {...handle("tags")}
        >
          {(toggle) => (
            <Tool
              icon={IconTag}
              label={t("tagsOf", { count: row.tags.length })}
              isOpen={menu === "tags"}
              onClick={toggle}
            >
              {t("tags")}
            </Tool>
          )}
        </TagPicker>
      </span>
    </>
  );
}

type ToolProps = { icon: typeof IconTag; label: string; isOpen: boolean; onClick: () => void; children: ReactNode };

function Tool({ icon: Icon, label, isOpen, onClick, children }: ToolProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      classNames={{ root: classes.tool, section: classes.toolMark }}
      leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
      onClick={onClick}
      aria-expanded={isOpen}
      aria-label={label}
      title={label}
    >
      <span className={classes.toolWord}>{children}</span>
    </Button>
  );
}

type StageProps = { row: ConvRow; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The conversation's stage, and the menu to change it. */
export function StageChip({ row, isOpen, onOpenChange }: StageProps) {
  const t = useTranslations("bulk.header");
  const actions = useConvActions();
  return (
    <StagePicker
      type="convStage"
      stageId={row.stageId}
      onChange={(id) => void actions.setStage(row, id)}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      {(toggle, stage) => (
        <button
          type="button"
          className={classes.chip}
          onClick={toggle}
          aria-expanded={isOpen}
          aria-label={t("stageOf", { name: stage?.name ?? t("noStage") })}
        >
          <ColorDot color={stage?.color ?? null} />
          <span className={classes.chipWord}>{stage?.name ?? t("stage")}</span>
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </button>
      )}
    </StagePicker>
  );
}

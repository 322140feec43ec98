"use client";

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconMoonStars, IconTag, IconTimeline } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { SnoozePicker } from "../composer/snooze-picker.tsx";
import { StagePicker, TagPicker } from "../details/tag-picker.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import classes from "./thread-header.module.css";

/** The menus of a conversation. At most one is open. The keyboard opens them too. */
export type ThreadMenu = "assign" | "tags" | "stage" | "snooze" | "order" | "end" | null;

type Props = {
  row: ConvRow;
  menu: ThreadMenu;
  onMenu: (menu: ThreadMenu) => void;
  onDone: (row: ConvRow) => void;
};

/** Stage, tags and snooze. On a phone they are hidden, and the menu opens them. */
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
      <span className={classes.wide}>
        <StagePicker
          type="convStage"
          stageId={row.stageId}
          onChange={(id) => void actions.setStage(row, id)}
          {...handle("stage")}
        >
          {(toggle, name) => (
            <Button
              variant="subtle"
              color="gray"
              size="compact-md"
              classNames={{ root: classes.tool, section: classes.toolMark }}
              leftSection={<IconTimeline size={16} aria-hidden />}
              onClick={toggle}
              aria-expanded={menu === "stage"}
              aria-label={t("stageOf", { name: name ?? t("noStage") })}
              title={t("stageOf", { name: name ?? t("noStage") })}
            >
              <span className={classes.toolWord}>{name ?? t("stage")}</span>
            </Button>
          )}
        </StagePicker>
      </span>
      <span className={classes.wide}>
        <TagPicker
          type="conversation"
          tags={row.tags}
          onChange={(tags) => void actions.setTags(row, tags)}
          {...handle("tags")}
        >
          {(toggle) => (
            <Tool label={t("tagsOf", { count: row.tags.length })} isOpen={menu === "tags"} onClick={toggle}>
              <IconTag size={18} aria-hidden />
            </Tool>
          )}
        </TagPicker>
      </span>
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
              <Tool label={t("snooze")} isOpen={menu === "snooze"} onClick={toggle}>
                <IconMoonStars size={18} aria-hidden />
              </Tool>
            )}
          </SnoozePicker>
        </span>
      )}
    </>
  );
}

type ToolProps = { label: string; isOpen: boolean; onClick: () => void; children: ReactNode };

function Tool({ label, isOpen, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label} disabled={isOpen}>
      <ActionIcon variant="subtle" color="gray" size={30} onClick={onClick} aria-expanded={isOpen} aria-label={label}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

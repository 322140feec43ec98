"use client";

import { ActionIcon, Button, Title, Tooltip } from "@mantine/core";
import { IconArrowLeft, IconCheck, IconLayoutSidebarRight, IconTag, IconTimeline } from "@tabler/icons-react";
import { AssignMenu } from "./assign-menu.tsx";
import { ChannelMark } from "./channel-mark.tsx";
import type { ConvRow } from "./documents.ts";
import { StagePicker, TagPicker } from "./tag-picker.tsx";
import { timeLeft } from "./times.ts";
import { useConvActions } from "./use-conv-actions.ts";
import { useNow } from "./use-now.ts";
import layout from "./inbox.module.css";
import classes from "./thread.module.css";

/** The menus of a conversation; at most one is open, and the keyboard opens them too. */
export type ThreadMenu = "assign" | "tags" | "stage" | null;

type Props = {
  row: ConvRow;
  menu: ThreadMenu;
  onMenu: (menu: ThreadMenu) => void;
  onBack: () => void;
  onEnd: () => void;
  onToggleDetails: () => void;
  areDetailsOpen: boolean;
};

/** Who writes, on which channel, and what can be done about the conversation. */
export function ThreadHeader({ row, menu, onMenu, onBack, onEnd, onToggleDetails, areDetailsOpen }: Props) {
  const actions = useConvActions();
  const handle = (name: Exclude<ThreadMenu, null>) => ({
    isOpen: menu === name,
    onOpenChange: (isOpen: boolean) => onMenu(isOpen ? name : null),
  });

  return (
    <header className={classes.header}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        className={layout.phoneOnly}
        aria-label="Back to the list"
        onClick={onBack}
      >
        <IconArrowLeft size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.who}>
        <Title order={2} size="h3" className={classes.whoName}>
          <bdi>{row.clientName}</bdi>
        </Title>
        <div className={classes.where}>
          <ChannelMark type={row.integrationType} />
          <span className={classes.whereName}>{row.integrationName}</span>
          <WindowLeft row={row} />
        </div>
      </div>
      <div className={classes.tools}>
        <AssignMenu row={row} {...handle("assign")} />
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
              leftSection={<IconTimeline size={16} aria-hidden />}
              onClick={toggle}
              aria-expanded={menu === "stage"}
              aria-label={`Stage: ${name ?? "none"}. Change`}
            >
              <span className={classes.ownerName}>{name ?? "Stage"}</span>
            </Button>
          )}
        </StagePicker>
        <TagPicker
          type="conversation"
          tags={row.tags}
          onChange={(tags) => void actions.setTags(row, tags)}
          {...handle("tags")}
        >
          {(toggle) => (
            <Tooltip label="Tags">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={30}
                onClick={toggle}
                aria-expanded={menu === "tags"}
                aria-label={`Tags (${row.tags.length})`}
              >
                <IconTag size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </TagPicker>
        {row.ended ? null : (
          <Button
            size="compact-md"
            className={classes.end}
            leftSection={<IconCheck size={16} aria-hidden />}
            onClick={onEnd}
          >
            End
          </Button>
        )}
      </div>
      <Tooltip label={areDetailsOpen ? "Hide details" : "Show details"}>
        <ActionIcon
          variant={areDetailsOpen ? "light" : "subtle"}
          color={areDetailsOpen ? "sea" : "gray"}
          size={30}
          aria-label="Details"
          aria-pressed={areDetailsOpen}
          onClick={onToggleDetails}
        >
          <IconLayoutSidebarRight size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

function WindowLeft({ row }: { row: ConvRow }) {
  const now = useNow();
  if (row.ended) return <span className={classes.chip}>Ended</span>;
  const left = row.replyWindowClosesAt ? timeLeft(row.replyWindowClosesAt, now) : null;
  if (!left) return null;
  const hours = (new Date(row.replyWindowClosesAt ?? 0).getTime() - now) / 3_600_000;
  return (
    <span className={classes.chip} data-tone={hours < 1 ? "bad" : hours < 6 ? "warn" : "good"}>
      {left} to reply
    </span>
  );
}

"use client";

import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconCopy } from "@tabler/icons-react";
import { ReactionPicker } from "./reaction-picker.tsx";
import type { Bubble } from "./use-thread.ts";
import { WhyAnswer } from "./why-answer.tsx";
import classes from "./thread.module.css";

/** What can be done to messages of a conversation; null where its channel, or its state, does not allow it. */
export type MessageDeeds = {
  reply: ((bubble: Bubble) => void) | null;
  react: ((bubble: Bubble, emoji: string | null) => void) | null;
  /** The emoji that are offered. */
  offered: readonly string[];
};

/** Beside a bubble, on hover and on focus. */
export function BubbleActions({ bubble, deeds }: { bubble: Bubble; deeds: MessageDeeds }) {
  const { reply, react, offered } = deeds;
  if (bubble.local || bubble.removedAt) return null;
  return (
    <div className={classes.actions}>
      {react && !bubble.isAgent ? <ReactionPicker offered={offered} onPick={(emoji) => react(bubble, emoji)} /> : null}
      {reply && bubble.type !== "note" ? (
        <Tooltip label="Reply to this message">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Reply to this message"
            onClick={() => reply(bubble)}
          >
            <IconArrowBackUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {bubble.aiId ? <WhyAnswer messageId={bubble.messageId} /> : null}
      <CopyButton value={bubble.caption ?? bubble.content}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? "Copied" : "Copy"}>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copied ? "Copied" : "Copy"} onClick={copy}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </div>
  );
}

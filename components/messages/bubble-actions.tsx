"use client";

import { ActionIcon, CopyButton, Menu, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
  IconArrowBackUp,
  IconCheck,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeOff,
  IconInfoCircle,
  IconMessage,
  IconNote,
  IconRosetteDiscountCheck,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { MessageDetails } from "./message-details.tsx";
import { ReactionPicker } from "./reaction-picker.tsx";
import type { Bubble } from "../thread/use-thread.ts";
import { useNow } from "../ui/use-now.ts";
import { WhyAnswer } from "./why-answer.tsx";
import classes from "../thread/thread.module.css";

/** The actions for messages of a conversation. null: the channel or the conversation's state does not allow it. */
export type MessageActions = {
  reply: ((bubble: Bubble) => void) | null;
  react: ((bubble: Bubble, emoji: string | null) => void) | null;
  offered: readonly string[];
  /** Starts a note for the team about the message. */
  note: ((bubble: Bubble) => void) | null;
  /** Turns an assistant's answer into a golden question. */
  question: ((bubble: Bubble) => void) | null;
  /** The conversation whose messages from the contact are comments. null: it has none. A person's log may show further conversations. */
  commentsOf: string | null;
  /** Hides a comment from the public, or shows it again. */
  hide: ((bubble: Bubble) => void) | null;
  /** Begins a private answer to a comment. */
  answerPrivately: ((bubble: Bubble) => void) | null;
  /** Shows another message of the conversation. */
  jumpTo: ((messageId: string) => void) | null;
  sendTemplate: (() => void) | null;
  /** Whether free text would be refused now: the reply window is closed, or another app answers. */
  isTextRefused: boolean;
};

/** The actions next to a bubble, shown on hover and focus. */
export function BubbleActions({ bubble, actions }: { bubble: Bubble; actions: MessageActions }) {
  const t = useTranslations("thread.actions");
  const { reply, react, offered } = actions;
  if (bubble.local || bubble.removedAt) return null;
  return (
    <div className={classes.actions} role="toolbar" aria-label={t("all")} onKeyDown={moveBetween}>
      {react && !bubble.isAgent ? <ReactionPicker offered={offered} onPick={(emoji) => react(bubble, emoji)} /> : null}
      {reply && bubble.type !== "note" ? (
        <Tooltip label={t("reply")}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("reply")} onClick={() => reply(bubble)}>
            <IconArrowBackUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {bubble.aiId ? <WhyAnswer messageId={bubble.messageId} /> : null}
      <CopyButton value={bubble.caption ?? bubble.content}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t("copied") : t("copy")}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={copied ? t("copied") : t("copy")}
              onClick={copy}
            >
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
      <MoreActions bubble={bubble} actions={actions} />
    </div>
  );
}

/** How long a comment can be answered privately (server/messages/answer-privately.ts), in milliseconds. */
const PRIVATE_MS = 7 * 86_400_000;

/** The less frequent actions. */
function MoreActions({ bubble, actions }: { bubble: Bubble; actions: MessageActions }) {
  const t = useTranslations("thread.actions");
  const [areDetailsOpen, details] = useDisclosure(false);
  const { note, question } = actions;
  const isComment = !bubble.isAgent && bubble.type !== "note" && bubble.convId === actions.commentsOf;
  const hide = isComment ? actions.hide : null;
  const isOld = useNow() - Date.parse(bubble.providerAt ?? bubble.createdAt) > PRIVATE_MS;
  const answerPrivately = isComment && !isOld ? actions.answerPrivately : null;
  const HideIcon = bubble.hiddenAt === null ? IconEyeOff : IconEye;
  return (
    <>
      <Menu position="top" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("more")} title={t("more")}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {answerPrivately ? (
            <Menu.Item leftSection={<IconMessage size={16} aria-hidden />} onClick={() => answerPrivately(bubble)}>
              {t("answerPrivately")}
            </Menu.Item>
          ) : null}
          {hide ? (
            <Menu.Item leftSection={<HideIcon size={16} aria-hidden />} onClick={() => hide(bubble)}>
              {t(bubble.hiddenAt === null ? "hide" : "showAgain")}
            </Menu.Item>
          ) : null}
          {note && bubble.type !== "note" ? (
            <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={() => note(bubble)}>
              {t("note")}
            </Menu.Item>
          ) : null}
          {question && bubble.aiId && bubble.type !== "note" ? (
            <Menu.Item
              leftSection={<IconRosetteDiscountCheck size={16} aria-hidden />}
              onClick={() => question(bubble)}
            >
              {t("question")}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconInfoCircle size={16} aria-hidden />} onClick={details.open}>
            {t("details")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {areDetailsOpen ? <MessageDetails bubble={bubble} onClose={details.close} /> : null}
    </>
  );
}

/** The left and right arrow keys move between the buttons, as in any toolbar. */
function moveBetween(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = buttons.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
  buttons.at((at + (isRtl ? -step : step)) % buttons.length)?.focus();
}

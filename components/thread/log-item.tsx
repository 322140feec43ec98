"use client";

import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { ChannelMark } from "../details/channel-mark.tsx";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import type { ClientConv } from "../inbox/conv-parts.ts";
import { channelsQuery } from "../inbox/queries.ts";
import { usePlaceWords } from "../inbox/use-place-words.ts";
import type { MessageActions } from "../messages/bubble-actions.tsx";
import { EarlierLine } from "./earlier-line.tsx";
import { MessageBubble } from "../messages/message-bubble.tsx";
import type { TimelineItem } from "./timeline.ts";
import type { Earlier } from "./use-earlier-convs.ts";
import type { Bubble, Target } from "./use-thread.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./thread.module.css";

type Props = {
  item: TimelineItem<Bubble>;
  now: number;
  /** The open conversation. Earlier conversations above it are read-only. */
  convId: string;
  earlier: Earlier;
  byId: ReadonlyMap<string, Bubble>;
  sentAgain: ReadonlySet<string | null>;
  actions: MessageActions;
  rovingId: string | null;
  /** Channels that show *bold* and other marks. */
  markedChannels: ReadonlySet<string>;
  target: Target | null;
  onToggleRun: (key: string) => void;
};

/** The actions for messages of earlier conversations. */
const READ_ONLY: MessageActions = {
  reply: null,
  react: null,
  offered: [],
  note: null,
  question: null,
  commentsOf: null,
  hide: null,
  answerPrivately: null,
  jumpTo: null,
  sendTemplate: null,
  isTextRefused: false,
};

export function LogItem({ item, now, convId, earlier, onToggleRun, ...rest }: Props) {
  const { dayLabel } = useTimes();
  const t = useTranslations("thread");
  switch (item.kind) {
    case "day":
      return <div className={classes.day}>{dayLabel(item.at, now)}</div>;
    case "new":
      return (
        <div className={classes.newLine} role="separator" aria-label={t("newMessages")}>
          <span>{t("newMessages")}</span>
        </div>
      );
    case "channel":
      return <ChannelLine integrationId={item.integrationId} conv={earlier.byId.get(item.convId ?? "")} />;
    case "conv":
      return <EarlierLine convId={item.convId} earlier={earlier} />;
    case "system":
      return <SystemLine message={item.message} />;
    case "run":
      return <RunLine item={item} onToggle={onToggleRun} />;
    case "message": {
      const { message, first, last } = item;
      const { byId, sentAgain, actions, rovingId, markedChannels, target } = rest;
      return (
        <MessageBubble
          bubble={message}
          first={first}
          last={last}
          quoted={byId.get(message.replyToMessageId ?? "") ?? null}
          wasSentAgain={sentAgain.has(message.messageId)}
          actions={message.convId === convId ? actions : READ_ONLY}
          isStop={message.messageId === rovingId}
          hasMarks={markedChannels.has(message.integrationId ?? "")}
          linked={target?.messageId === message.messageId ? target.no : 0}
        />
      );
    }
  }
}

type RunProps = { item: Extract<TimelineItem<Bubble>, { kind: "run" }>; onToggle: (key: string) => void };

/** Several system lines in a row, shown as one. */
function RunLine({ item, onToggle }: RunProps) {
  const t = useTranslations("thread");
  const { isOpen } = item;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.system}>
      <UnstyledButton className={classes.run} aria-expanded={isOpen} onClick={() => onToggle(item.key)}>
        <Icon size={14} aria-hidden /> {t("systemRun", { count: item.messages.length })}
      </UnstyledButton>
    </div>
  );
}

/** Names the channel of the messages below it. */
function ChannelLine({ integrationId, conv }: { integrationId: string; conv: ClientConv | undefined }) {
  const placeWords = usePlaceWords();
  const channel = useQuery(channelsQuery(useInbox().workspaceId)).data?.find(({ id }) => id === integrationId);
  if (!channel) return null;
  return (
    <div className={classes.channelLine}>
      <ChannelMark type={channel.type} size={14} />
      <bdi>
        {placeWords(channel.name, {
          integrationType: channel.type,
          externalConversationId: conv?.externalConversationId ?? null,
        })}
      </bdi>
    </div>
  );
}

/** One system line: what was done to the conversation, by whom and when. */
function SystemLine({ message }: { message: Bubble }) {
  const { absoluteTime, clockTime } = useTimes();
  const words = useServiceWords();
  return (
    <div className={classes.system} title={absoluteTime(message.createdAt)}>
      <bdi>{words(message.content, message.contentWording)}</bdi>
      {message.senderName ? (
        <>
          {" · "}
          <bdi>{message.senderName}</bdi>
        </>
      ) : null}
      {" · "}
      <time dateTime={message.createdAt}>{clockTime(message.createdAt)}</time>
    </div>
  );
}

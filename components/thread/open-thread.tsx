"use client";

import { useCallbackRef } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import { useActions } from "../keys/use-actions.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { Announcer } from "../inbox/announcer.tsx";
import { AnswerOn } from "../composer/answer-on.tsx";
import { ComposerPlace, useComposerLater } from "../composer/composer-later.tsx";
import { Composer } from "../composer/composer.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import type { ComposerMode } from "../composer/draft-store.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { LogSkeleton } from "./log-skeleton.tsx";
import { MessageLog, type LogHandle } from "./message-log.tsx";
import { channelCapabilitiesQuery, channelsQuery } from "../inbox/queries.ts";
import { ScheduledList } from "../composer/scheduled-list.tsx";
import { ThreadDialogs } from "./thread-dialogs.tsx";
import { ThreadSearch } from "./thread-search.tsx";
import { TypingLine } from "./typing-line.tsx";
import { useAttachments } from "../composer/use-attachments.ts";
import { useDraft } from "../composer/use-draft.ts";
import type { FileTaker } from "../composer/use-file-drop.ts";
import { useLinkedMessage } from "./use-linked-message.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useMergedLog } from "./use-merged-log.ts";
import { useMessageActions } from "./use-message-actions.ts";
import { isOfComments, isOfGroup } from "../inbox/use-place-words.ts";
import { useOpeningUnread } from "./use-opening-unread.ts";
import { newestSeq, useThread, type Bubble } from "./use-thread.ts";
import { togglePlayer } from "../messages/voice-players.ts";

type Props = {
  row: ConvRow;
  /** Whether a menu of the frame is open and receives the keys. */
  isMenuOpen: boolean;
  /** The message is sent and also ends or snoozes the conversation: open the next one. */
  onEnding: (row: ConvRow) => void;
  onOpen: (convId: string) => void;
  /** Gives the frame the current handler for dropped files. */
  taker: RefObject<FileTaker | null>;
};

/** An accessible conversation: its messages and the composer. Give it `key={convId}`. */
export const OpenThread = memo(function OpenThread({ row, isMenuOpen, onEnding, onOpen, taker }: Props) {
  const t = useTranslations("inbox");
  const convId = row.id;
  const { workspaceId } = useInbox();
  const thread = useThread(convId);
  const { view } = thread;
  const merged = useMergedLog(view, row);
  const { data, isFetchedAfterMount, isStale, isFetching } = thread.query;
  /** Whether the data comes from the service, and not from an earlier visit. */
  const isLoaded = data !== undefined && !data.isKept;
  const channel = useQuery(channelCapabilitiesQuery(workspaceId)).data?.find(
    (known) => known.type === row.integrationType,
  );
  const { integrationId } = row;
  const sendsTemplates = useQuery(channelsQuery(workspaceId)).data?.find(
    ({ id }) => id === integrationId,
  )?.sendsTemplates;
  const inThread = isOfComments(row) ? channel?.inComments : isOfGroup(row) ? channel?.inGroups : null;
  const capabilities = useMemo(
    () => inThread ?? (channel && { ...channel, templates: sendsTemplates ?? channel.templates }),
    [inThread, channel, sendsTemplates],
  );
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const logRef = useRef<LogHandle>(null);
  const [mode, setMode] = useState<ComposerMode>(row.ended ? "note" : "reply");
  const [replyTo, setReplyTo] = useState<Bubble | null>(null);
  const composer = useComposerLater();
  const attachments = useAttachments(capabilities, useDraft(convId, "reply"));
  const takesFiles = mode === "reply" && !row.ended && capabilities?.media.length !== 0;
  const addFiles = useCallbackRef(attachments.add);
  useEffect(() => {
    taker.current = takesFiles ? addFiles : null;
    return () => {
      taker.current = null;
    };
  }, [taker, takesFiles, addFiles]);
  useMarkRead(convId, view.bubbles);
  const unread = useOpeningUnread(
    row.unreadCount,
    view.bubbles,
    isLoaded && (isFetchedAfterMount || (!isStale && !isFetching)),
  );

  function write(next: ComposerMode) {
    // The change of mode may replace or enable the field, and the field must receive the very next keystroke.
    flushSync(() => {
      composer.draw();
      setMode(next);
      // The quoted message is kept in the draft of its own mode.
      setReplyTo(null);
    });
    inputRef.current?.focus();
  }

  // While a menu opens, keys are meant for the menu.
  useActions(
    isMenuOpen
      ? {}
      : {
          reply: () => write("reply"),
          note: () => write("note"),
          lastMessage: () => logRef.current?.focusLast(),
          playAudio: togglePlayer,
        },
    {},
    row.clientName,
  );

  const onWriteAbout = useCallback((bubble: Bubble, next: ComposerMode) => {
    setReplyTo(bubble);
    setMode(next);
    window.requestAnimationFrame(() => inputRef.current?.focus());
  }, []);
  const open = useMessageActions({ row, capabilities, thread: view, onWriteAbout });
  const toComposer = useCallback(() => inputRef.current?.focus(), []);
  useLinkedMessage(view.jumpTo, thread.query.data !== undefined);

  return (
    <>
      <ThreadSearch convId={convId} />
      {thread.query.isPending ? <LogSkeleton /> : null}
      {thread.query.isError && !thread.query.data ? (
        <ErrorFace
          title={t("thread.messagesFailure")}
          error={thread.query.error}
          onRetry={() => void thread.query.refetch()}
        />
      ) : null}
      {thread.query.data ? (
        <MessageLog
          key={view.place}
          ref={logRef}
          merged={merged}
          row={row}
          label={t("thread.with", { name: row.clientName })}
          actions={open.actions}
          unread={unread}
          onLeave={toComposer}
        />
      ) : null}
      <ScheduledList convId={convId} />
      <TypingLine convId={convId} name={row.clientName} />
      <Announcer bubbles={view.bubbles} isLoaded={isLoaded} name={row.clientName} />
      {composer.isDrawn ? (
        <Composer
          row={row}
          mode={mode}
          channel={capabilities}
          attachments={attachments}
          onMode={write}
          inputRef={inputRef}
          replyTo={replyTo}
          onClearReply={() => setReplyTo(null)}
          afterSeq={newestSeq(view.bubbles)}
          onEnding={onEnding}
          answerOn={<AnswerOn row={row} merged={merged} onOpen={onOpen} />}
        />
      ) : (
        <ComposerPlace />
      )}
      {composer.isDrawn ? <ThreadDialogs row={row} bubbles={view.bubbles} open={open} onOpen={onOpen} /> : null}
    </>
  );
});

"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useActions } from "../keys/use-actions.ts";
import { usePreferences } from "../shell/preferences.ts";
import { ErrorFace } from "../ui/error-face.tsx";
import { Announcer } from "./announcer.tsx";
import { Composer } from "./composer.tsx";
import type { ConvRow } from "./documents.ts";
import type { ComposerMode } from "./drafts.ts";
import { useInbox } from "./inbox-context.tsx";
import { LogSkeleton } from "./log-skeleton.tsx";
import { MessageLog } from "./message-log.tsx";
import type { LogHandle } from "./message-log.tsx";
import { channelCapabilitiesQuery } from "./queries.ts";
import { useSelectedIds } from "./selection.ts";
import { ScheduledList } from "./scheduled-list.tsx";
import { ThreadDialogs } from "./thread-dialogs.tsx";
import { ThreadHeader } from "./thread-header.tsx";
import type { ThreadMenu } from "./thread-header.tsx";
import type { ThreadPaneProps } from "./thread-pane.tsx";
import { ThreadSearch } from "./thread-search.tsx";
import { TypingLine } from "./typing-line.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useConvActions } from "./use-conv-actions.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useLinkedMessage } from "./use-linked-message.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { useMessageDeeds } from "./use-message-deeds.ts";
import { useOpeningUnread } from "./use-opening-unread.ts";
import { useThreadChoices } from "./use-thread-choices.ts";
import { newestSeq, useThread } from "./use-thread.ts";
import type { Bubble } from "./use-thread.ts";
import { togglePlayer } from "./voice-players.ts";
import dropClasses from "./attachments.module.css";
import classes from "./thread.module.css";

type Props = Omit<ThreadPaneProps, "convId"> & { row: ConvRow };

/** A conversation that the viewer may see: what was said, and where one answers. */
export function OpenThread({ row, onBack, onEnded, onToggleDetails, areDetailsOpen }: Props) {
  const t = useTranslations("inbox");
  const convId = row.id;
  const { workspaceId } = useInbox();
  const actions = useConvActions();
  const [{ closingForm }] = usePreferences();
  const isSelecting = useSelectedIds().size > 0;
  const thread = useThread(convId);
  const { view } = thread;
  const capabilities = useQuery(channelCapabilitiesQuery(workspaceId)).data?.find(
    (known) => known.type === row.integrationType,
  );
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const logRef = useRef<LogHandle>(null);
  const [menu, setMenu] = useState<ThreadMenu>(null);
  const [mode, setMode] = useState<ComposerMode>(row.ended ? "note" : "reply");
  const [replyTo, setReplyTo] = useState<Bubble | null>(null);
  const attachments = useAttachments(capabilities);
  const drop = useFileDrop(mode === "reply" && !row.ended ? attachments.add : null);
  useMarkRead(convId, view.bubbles);
  const unread = useOpeningUnread(row.unreadCount, view.bubbles, thread.query.isFetchedAfterMount);

  function write(next: ComposerMode) {
    // The field may be swapped or enabled by the change of mode, and has to have the very next letter.
    flushSync(() => {
      setMode(next);
      // What was chosen to be answered stands in the draft of its own mode.
      setReplyTo(null);
    });
    inputRef.current?.focus();
  }

  function end() {
    if (row.ended) return;
    void actions.end(row);
    onEnded(row);
  }

  const ifOpen = (run: () => void) => (row.ended ? null : run);
  // What is typed while a menu opens is meant for the menu.
  useActions(
    menu
      ? {}
      : {
          reply: () => write("reply"),
          note: () => write("note"),
          lastMessage: () => logRef.current?.focusLast(),
          playAudio: togglePlayer,
          // What is selected in the list is meant before what is open.
          ...(isSelecting
            ? {}
            : {
                end: ifOpen(() => (closingForm ? setMenu("end") : end())),
                endNow: ifOpen(end),
                snooze: ifOpen(() => setMenu("snooze")),
                assign: ifOpen(() => setMenu("assign")),
                tags: () => setMenu("tags"),
                stage: () => setMenu("stage"),
                orderNo: () => setMenu("order"),
                assignToMe: ifOpen(() => void actions.assignToMe(row)),
                unassign: ifOpen(() => void actions.assign(row, null)),
              }),
        },
    useThreadChoices(row, onEnded),
  );

  const onWriteAbout = useCallback((bubble: Bubble, next: ComposerMode) => {
    setReplyTo(bubble);
    setMode(next);
    window.requestAnimationFrame(() => inputRef.current?.focus());
  }, []);
  const open = useMessageDeeds({ row, capabilities, thread: view, onWriteAbout });
  const toComposer = useCallback(() => inputRef.current?.focus(), []);
  useLinkedMessage(view.jumpTo, thread.query.data !== undefined);

  return (
    <div className={classes.thread} {...drop.handlers}>
      {drop.isOver ? <div className={dropClasses.drop}>{t("files.drop", { name: row.clientName })}</div> : null}
      <ThreadHeader
        row={row}
        menu={menu}
        onMenu={setMenu}
        onBack={onBack}
        onEnd={end}
        onDone={onEnded}
        onToggleDetails={onToggleDetails}
        areDetailsOpen={areDetailsOpen}
      />
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
          thread={view}
          row={row}
          label={t("thread.with", { name: row.clientName })}
          deeds={open.deeds}
          unread={unread}
          onLeave={toComposer}
        />
      ) : null}
      <ScheduledList convId={convId} />
      <TypingLine convId={convId} name={row.clientName} />
      <Announcer bubbles={view.bubbles} name={row.clientName} />
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
        onEnding={() => onEnded(row)}
      />
      <ThreadDialogs row={row} bubbles={view.bubbles} open={open} />
    </div>
  );
}

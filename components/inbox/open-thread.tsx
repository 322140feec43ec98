"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { ErrorFace } from "../ui/error-face.tsx";
import { Announcer } from "./announcer.tsx";
import type { MessageDeeds } from "./bubble-actions.tsx";
import { Composer } from "./composer.tsx";
import type { ConvRow } from "./documents.ts";
import type { ComposerMode } from "./drafts.ts";
import { useInbox } from "./inbox-context.tsx";
import { LogSkeleton } from "./log-skeleton.tsx";
import { MessageLog } from "./message-log.tsx";
import { channelCapabilitiesQuery } from "./queries.ts";
import { offeredReactions } from "./reactions.ts";
import { ThreadHeader } from "./thread-header.tsx";
import type { ThreadMenu } from "./thread-header.tsx";
import type { ThreadPaneProps } from "./thread-pane.tsx";
import { TypingLine } from "./typing-line.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useConvActions } from "./use-conv-actions.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useMarkRead } from "./use-mark-read.ts";
import { newestSeq, useThread } from "./use-thread.ts";
import type { Bubble } from "./use-thread.ts";
import dropClasses from "./attachments.module.css";
import classes from "./thread.module.css";

type Props = Omit<ThreadPaneProps, "convId"> & { row: ConvRow };

/** A conversation that the viewer may see: what was said, and where one answers. */
export function OpenThread({ row, onBack, onEnded, onToggleDetails, areDetailsOpen }: Props) {
  const convId = row.id;
  const { workspaceId } = useInbox();
  const actions = useConvActions();
  const thread = useThread(convId);
  const capabilities = useQuery(channelCapabilitiesQuery(workspaceId)).data?.find(
    (known) => known.type === row.integrationType,
  );
  const inputRef = useRef<HTMLTextAreaElement>(null);
  const [menu, setMenu] = useState<ThreadMenu>(null);
  const [mode, setMode] = useState<ComposerMode>(row.ended ? "note" : "reply");
  const [replyTo, setReplyTo] = useState<Bubble | null>(null);
  const attachments = useAttachments(capabilities);
  const drop = useFileDrop(mode === "reply" && !row.ended ? attachments.add : null);
  useMarkRead(convId, thread.bubbles);

  function write(next: ComposerMode) {
    setMode(next);
    // The field may be swapped or enabled by the change of mode first.
    window.requestAnimationFrame(() => inputRef.current?.focus());
  }

  function end() {
    if (row.ended) return;
    void actions.end(row);
    onEnded(row);
  }

  const letters = {
    r: () => write("reply"),
    n: () => write("note"),
    e: end,
    a: () => setMenu(row.ended ? null : "assign"),
    t: () => setMenu("tags"),
    s: () => setMenu("stage"),
    i: () => void (row.ended ? null : actions.assignToMe(row)),
    u: () => void (row.ended ? null : actions.assign(row, null)),
  };
  // What is typed while a menu opens is meant for the menu.
  useInboxKeys({ letters: menu ? {} : letters });

  // Of one identity while nothing changes, or every bubble would be drawn again with each word that is typed.
  const replyToBubble = useCallback((bubble: Bubble) => {
    setReplyTo(bubble);
    setMode("reply");
    window.requestAnimationFrame(() => inputRef.current?.focus());
  }, []);
  const canReact = capabilities?.gestures.includes("reaction") && !row.ended && !row.clientArchived;
  const deeds = useMemo(
    (): MessageDeeds => ({
      reply: capabilities?.replyContext && !row.ended ? replyToBubble : null,
      react: canReact ? (bubble, emoji) => void actions.react(convId, bubble, emoji) : null,
      offered: capabilities ? offeredReactions(capabilities) : [],
    }),
    [capabilities, row.ended, canReact, actions, convId, replyToBubble],
  );

  return (
    <div className={classes.thread} {...drop.handlers}>
      {drop.isOver ? <div className={dropClasses.drop}>Drop files to send them to {row.clientName}</div> : null}
      <ThreadHeader
        row={row}
        menu={menu}
        onMenu={setMenu}
        onBack={onBack}
        onEnd={end}
        onToggleDetails={onToggleDetails}
        areDetailsOpen={areDetailsOpen}
      />
      {thread.query.isPending ? <LogSkeleton /> : null}
      {thread.query.isError && !thread.query.data ? (
        <ErrorFace
          title="The messages could not be loaded"
          error={thread.query.error}
          onRetry={() => void thread.query.refetch()}
        />
      ) : null}
      {thread.query.data ? (
        <MessageLog thread={thread} label={`Conversation with ${row.clientName}`} deeds={deeds} />
      ) : null}
      <TypingLine convId={convId} name={row.clientName} />
      <Announcer bubbles={thread.bubbles} name={row.clientName} />
      <Composer
        row={row}
        mode={mode}
        channel={capabilities}
        attachments={attachments}
        onMode={write}
        inputRef={inputRef}
        replyTo={replyTo}
        onClearReply={() => setReplyTo(null)}
        afterSeq={newestSeq(thread.bubbles)}
      />
    </div>
  );
}

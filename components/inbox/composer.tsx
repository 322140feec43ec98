"use client";

import { ActionIcon, Button, SegmentedControl, Textarea, Tooltip } from "@mantine/core";
import { IconLock, IconSend2, IconX } from "@tabler/icons-react";
import type { ClipboardEvent, KeyboardEvent, RefObject } from "react";
import { AttachButton } from "./attach-button.tsx";
import { ComposerNoticeLine } from "./composer-notice.tsx";
import type { Capabilities, ConvRow } from "./documents.ts";
import type { ComposerMode } from "./drafts.ts";
import { previewOf } from "./message-preview.ts";
import { UploadList } from "./upload-list.tsx";
import type { Attachments } from "./use-attachments.ts";
import { useComposer } from "./use-composer.ts";
import { useConvActions } from "./use-conv-actions.ts";
import type { Bubble } from "./use-thread.ts";
import classes from "./composer.module.css";

type Props = {
  row: ConvRow;
  mode: ComposerMode;
  /** What the channel takes; undefined while it is being read. */
  channel: Capabilities | undefined;
  attachments: Attachments;
  onMode: (mode: ComposerMode) => void;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  replyTo: Bubble | null;
  onClearReply: () => void;
  /** Sequence number of the newest message that is known. */
  afterSeq: number;
};

/** Where answers and notes are written. Give it `key={convId}`: each conversation has drafts of its own. */
export function Composer(props: Props) {
  const { row, mode, channel, attachments, onMode, inputRef, replyTo, onClearReply, afterSeq } = props;
  const actions = useConvActions();
  const composer = useComposer({
    row,
    mode,
    channel,
    attachments,
    replyToMessageId: replyTo?.messageId ?? null,
    afterSeq,
    onSent: onClearReply,
  });
  const { text, setText, send, canSend, notice, counter, isOver, isBehind, isBlocked } = composer;
  const isNote = mode === "note";

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // A word being composed (Japanese, Chinese, accents) is finished with Enter, not sent; 229 is Safari's way to say so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape") {
      if (replyTo) onClearReply();
      else event.currentTarget.blur();
    }
  }

  function onPaste(event: ClipboardEvent) {
    if (isNote || isBlocked || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    attachments.add(event.clipboardData.files);
  }

  return (
    <section className={classes.composer} data-mode={mode} aria-label="Composer">
      {notice ? <ComposerNoticeLine notice={notice} onTake={() => void actions.assignToMe(row)} /> : null}
      {replyTo && !isNote ? (
        <div className={classes.replyTo}>
          <span className={classes.replyText} dir="auto">
            Replying to “{previewOf(replyTo).text}”
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Do not reply to this message"
            onClick={onClearReply}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ) : null}
      <Textarea
        ref={inputRef}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        aria-label={isNote ? "Note for your team" : `Reply to ${row.clientName}`}
        placeholder={isNote ? "Only your team sees this" : `Reply to ${row.clientName}`}
        value={text}
        disabled={isBlocked}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        classNames={{ input: classes.input }}
      />
      {isNote ? null : <UploadList uploads={attachments} label="Files to send" />}
      <div className={classes.footer}>
        <SegmentedControl
          size="xs"
          aria-label="What to write"
          value={mode}
          onChange={(value) => onMode(value === "note" ? "note" : "reply")}
          data={[
            { value: "reply", label: "Reply" },
            {
              value: "note",
              label: (
                <span className={classes.noteLabel}>
                  <IconLock size={12} aria-hidden /> Note
                </span>
              ),
            },
          ]}
        />
        {channel && !isNote ? (
          <AttachButton channel={channel} isDisabled={isBlocked} onFiles={attachments.add} />
        ) : null}
        <span className={classes.state} role="status">
          {isBehind ? "Catching up before anything is sent…" : null}
        </span>
        {counter === null ? null : (
          <span className={classes.counter} data-over={isOver || undefined} aria-live="polite">
            {counter}
          </span>
        )}
        <Tooltip label="Enter sends, Shift+Enter starts a new line" disabled={!canSend}>
          <Button
            size="compact-md"
            onClick={send}
            disabled={!canSend}
            color={isNote ? "yellow" : "sea"}
            rightSection={isNote ? null : <IconSend2 size={16} aria-hidden />}
            aria-label={isNote ? "Add note" : `Send to ${row.clientName} on ${row.integrationName}`}
          >
            {isNote ? "Add note" : "Send"}
          </Button>
        </Tooltip>
      </div>
    </section>
  );
}

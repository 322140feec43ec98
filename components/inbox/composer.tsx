"use client";

import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconLock, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import { useActions } from "../keys/use-actions.ts";
import { AttachButton } from "./attach-button.tsx";
import { ClosedWindow } from "./closed-window.tsx";
import { ComposerAsides } from "./composer-asides.tsx";
import { ComposerNoticeLine } from "./composer-notice.tsx";
import { ComposerText } from "./composer-text.tsx";
import type { Capabilities, ConvRow } from "./documents.ts";
import type { ComposerMode } from "./drafts.ts";
import { previewOf } from "./message-preview.ts";
import { SendButtons } from "./send-buttons.tsx";
import { UploadList } from "./upload-list.tsx";
import type { Attachments } from "./use-attachments.ts";
import type { Choice } from "./use-caret-menu.ts";
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
  /** Sent, and the conversation ends or rests with it: what comes next is opened. */
  onEnding: () => void;
};

/** Where answers and notes are written. Give it `key={convId}`: each conversation has drafts of its own. */
export function Composer(props: Props) {
  const inbox = useTranslations("inbox");
  const { row, mode, channel, attachments, onMode, inputRef, replyTo, onClearReply, afterSeq, onEnding } = props;
  const t = useTranslations("composer");
  const actions = useConvActions();
  const composer = useComposer({ row, mode, channel, attachments, replyTo, afterSeq, onSent: onClearReply, onEnding });
  const { text, setText, send, notice, quoted, isBlocked } = composer;
  const isNote = mode === "note";
  const isClosed = notice?.kind === "window" && channel?.templates === true;

  function dropReply() {
    composer.dropReply();
    onClearReply();
  }

  /** M: what a slash finds. */
  function openMacros() {
    setText(text === "" || /\s$/.test(text) ? `${text}/` : `${text} /`);
    window.requestAnimationFrame(() => {
      const field = inputRef.current;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
  }
  useActions({ macros: isClosed || isBlocked ? null : openMacros });

  function onChosen({ reply, agent }: Choice) {
    if (agent) composer.mention(agent);
    if (!reply) return;
    if (reply.actions.length > 0 && !isNote) composer.setMacro(reply);
    if (reply.attachments.length > 0 && !isNote) attachments.addFiles(reply.attachments);
  }

  return (
    <section className={classes.composer} data-mode={mode} data-region="composer" aria-label={t("label")}>
      {notice ? <ComposerNoticeLine notice={notice} onTake={() => void actions.assignToMe(row)} /> : null}
      <ComposerAsides composer={composer} />
      {quoted ? (
        <div className={classes.replyTo}>
          <span className={classes.replyText} dir="auto">
            {t("replyingTo", { text: previewOf(quoted, inbox).text })}
          </span>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("dropReply")} onClick={dropReply}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </div>
      ) : null}
      {isClosed ? (
        <ClosedWindow row={row} text={text} />
      ) : (
        <ComposerText
          row={row}
          isNote={isNote}
          text={text}
          isDisabled={isBlocked}
          inputRef={inputRef}
          onChange={setText}
          onSend={() => send()}
          onEscape={(field) => (quoted ? dropReply() : field.blur())}
          onToggleMode={() => onMode(isNote ? "reply" : "note")}
          onFiles={isNote || isBlocked ? null : attachments.add}
          onChosen={onChosen}
        />
      )}
      {isNote || isClosed ? null : <UploadList uploads={attachments} label={t("files")} />}
      <div className={classes.footer}>
        <SegmentedControl
          size="xs"
          aria-label={t("modes")}
          value={mode}
          onChange={(value) => onMode(value === "note" ? "note" : "reply")}
          data={[
            { value: "reply", label: t("reply") },
            {
              value: "note",
              label: (
                <span className={classes.noteLabel}>
                  <IconLock size={12} aria-hidden /> {t("note")}
                </span>
              ),
            },
          ]}
        />
        {channel && !isNote && !isClosed ? (
          <AttachButton channel={channel} isDisabled={isBlocked} onFiles={attachments.add} />
        ) : null}
        <span className={classes.state} role="status">
          {composer.isBehind ? t("catchingUp") : null}
        </span>
        {composer.counter === null ? null : (
          <span className={classes.counter} data-over={composer.isOver || undefined} aria-live="polite">
            {composer.counter}
          </span>
        )}
        {composer.partCount > 1 ? (
          <Button size="compact-sm" variant="light" onClick={() => send({ split: true })}>
            {t("split", { count: composer.partCount })}
          </Button>
        ) : null}
        {isClosed ? null : <SendButtons row={row} channel={channel} isNote={isNote} composer={composer} />}
      </div>
    </section>
  );
}

"use client";

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconBolt, IconBraces, IconLock, IconMessage2Bolt } from "@tabler/icons-react";
import { useCallbackRef } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { memo, useId, useState, type ReactNode, type RefObject } from "react";
import { useActions } from "../keys/use-actions.ts";
import { RemoveButton } from "../ui/row-buttons.tsx";
import { AttachButton } from "./attach-button.tsx";
import { ClosedWindow } from "./closed-window.tsx";
import { ComposerAsides } from "./composer-asides.tsx";
import { ComposerNoticeLine } from "./composer-notice.tsx";
import { ComposerText } from "./composer-text.tsx";
import { EmojiButton } from "./emoji-button.tsx";
import { CopilotButton } from "./copilot-button.tsx";
import type { Capabilities, ConvRow } from "../inbox/documents.ts";
import type { ComposerMode } from "./draft-store.ts";
import { previewOf } from "../messages/message-preview.ts";
import type { RecordingPlan } from "./recording-plan.ts";
import { SendButtons } from "./send-buttons.tsx";
import { UploadList } from "./upload-list.tsx";
import type { Attachments } from "./use-attachments.ts";
import type { Choice } from "./use-caret-menu.ts";
import { useComposer } from "./use-composer.ts";
import { VoiceButton } from "./voice-button.tsx";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import { useCopilot } from "./use-copilot.ts";
import type { Bubble } from "../thread/use-thread.ts";
import classes from "./composer.module.css";

/** Loaded with the first recording, because few agents record anything. */
const VoiceRecorder = dynamic(() => import("./voice-recorder.tsx").then((module) => module.VoiceRecorder));

const Attach = memo(AttachButton);
const Voice = memo(VoiceButton);

/**
 * Loaded when the user opens it, and never rendered on the server: the bundler's preload list for the page names a file that the build
 * does not write.
 */
const CopilotStrip = dynamic(() => import("./copilot-strip.tsx").then((module) => module.CopilotStrip), {
  ssr: false,
});

type Props = {
  row: ConvRow;
  mode: ComposerMode;
  /** The channel's capabilities. Undefined while they are loading. */
  channel: Capabilities | undefined;
  attachments: Attachments;
  onMode: (mode: ComposerMode) => void;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  replyTo: Bubble | null;
  onClearReply: () => void;
  /** Sequence number of the newest known message. */
  afterSeq: number;
  /** The message is sent and also ends or snoozes the conversation: open the next one. */
  onEnding: (row: ConvRow) => void;
  /** The channel that a reply goes to. */
  answerOn: ReactNode;
};

/** The composer for replies and notes. Give it `key={convId}`, because each conversation has its own drafts. */
export function Composer(props: Props) {
  const inbox = useTranslations("inbox");
  const { row, mode, channel, attachments, onMode, inputRef, replyTo, onClearReply, afterSeq, onEnding, answerOn } =
    props;
  const t = useTranslations("composer");
  const actions = useConvActions();
  const composer = useComposer({ row, mode, channel, attachments, replyTo, afterSeq, onSent: onClearReply, onEnding });
  const { draft, isBlank, setText, send, notice, quoted, isBlocked, canSend, macro } = composer;
  // Stable identities, so that the buttons below the text do not render at each keystroke.
  const sendNow = useCallbackRef(send);
  const chooseMode = useCallbackRef(onMode);
  const addFiles = useCallbackRef(attachments.add);
  const [plan, setPlan] = useState<RecordingPlan | null>(null);
  const isNote = mode === "note";
  const isClosed = notice?.kind === "window" && channel?.templates === true;

  const isOff = isNote || isClosed || isBlocked;
  const copilot = useCopilot({ convId: row.id, draft, isOff, inputRef, onText: setText });

  function dropReply() {
    composer.dropReply();
    onClearReply();
  }

  /** Opens a list at the caret, as if the person had typed its sign at the end. */
  function openList(sign: "/" | "#" | "{{") {
    const { text } = draft.now();
    setText(text === "" || /\s$/.test(text) ? `${text}${sign}` : `${text} ${sign}`);
    window.requestAnimationFrame(() => {
      const field = inputRef.current;
      field?.focus();
      field?.setSelectionRange(field.value.length, field.value.length);
    });
  }
  const insertAtCaret = useCallbackRef((words: string) => {
    const field = inputRef.current;
    const { text } = draft.now();
    const start = field?.selectionStart ?? text.length;
    setText(text.slice(0, start) + words + text.slice(field?.selectionEnd ?? start));
    window.requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(start + words.length, start + words.length);
    });
  });
  // Esc does not leave a conversation with text in its composer. It first dismisses the copilot's proposal.
  const isKept = !isBlank && copilot.now === null;
  useActions(
    {
      macros: isClosed || isBlocked ? null : () => openList("/"),
      ...(isKept ? { leave: () => undefined } : {}),
    },
    {},
    row.clientName,
  );

  function onRecorded(file: File | null) {
    setPlan(null);
    if (file) attachments.add([file]);
    inputRef.current?.focus();
  }

  /** If the agent leaves the conversation while recording, the recording becomes a file in their draft. */
  const keepRecording = useCallbackRef((file: File) => attachments.add([file]));

  function onChosen({ reply, agent }: Choice) {
    if (agent) composer.mention(agent);
    if (!reply) return;
    if (reply.actions.length > 0 && !isNote) composer.setMacro(reply);
    if (reply.attachments.length > 0 && !isNote) attachments.addFiles(reply.attachments);
  }

  return (
    <section className={classes.composer} data-mode={mode} data-region="composer" aria-label={t("label")}>
      {notice ? (
        <ComposerNoticeLine
          notice={notice}
          onTake={() => (notice.kind === "otherApp" ? actions.takeOver(row) : actions.assignToMe(row))}
        />
      ) : null}
      <ComposerAsides composer={composer} />
      {quoted ? (
        <div className={classes.replyTo}>
          <span className={classes.replyText} dir="auto">
            {t("replyingTo", { text: previewOf(quoted, inbox).text })}
          </span>
          <RemoveButton size="sm" aria-label={t("dropReply")} onClick={dropReply} />
        </div>
      ) : null}
      <div className={classes.head}>
        <ModeSwitch mode={mode} onMode={chooseMode} />
        <span className={classes.via}>{isNote ? t("onlyTeam") : answerOn}</span>
      </div>
      {isClosed ? (
        <ClosedWindow row={row} draft={draft} />
      ) : (
        <ComposerText
          row={row}
          isNote={isNote}
          draft={draft}
          isDisabled={isBlocked}
          ghost={copilot.ghost}
          inputRef={inputRef}
          onChange={setText}
          onSend={() => send()}
          onEscape={(field) => (quoted ? dropReply() : field.blur())}
          onToggleMode={() => onMode(isNote ? "reply" : "note")}
          onFiles={isNote || isBlocked || channel?.media.length === 0 ? null : attachments.add}
          onChosen={onChosen}
        />
      )}
      {copilot.isOpen ? <CopilotStrip copilot={copilot} /> : null}
      {plan ? <VoiceRecorder plan={plan} onDone={onRecorded} onLeft={keepRecording} /> : null}
      {isNote || isClosed ? null : <UploadList uploads={attachments} label={t("files")} />}
      <div className={classes.footer}>
        {channel && !isNote && !isClosed ? (
          <>
            <Attach channel={channel} isDisabled={isBlocked} onFiles={addFiles} />
            <Voice channel={channel} isDisabled={isBlocked || plan !== null} onStart={setPlan} />
          </>
        ) : null}
        {isClosed || isBlocked ? null : (
          <>
            <EmojiButton onPick={insertAtCaret} />
            <ListButtons isNote={isNote} onOpen={openList} />
          </>
        )}
        {isOff ? null : <CopilotButton isOpen={copilot.isOpen} onToggle={copilot.onToggle} />}
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
        {isClosed ? null : (
          <SendButtons
            row={row}
            channel={channel}
            isNote={isNote}
            isMacro={macro !== null && isBlank}
            isBlocked={isBlocked}
            canSend={canSend}
            onSend={sendNow}
          />
        )}
      </div>
    </section>
  );
}

const LISTS = [
  { sign: "/", kind: "reply", icon: IconMessage2Bolt },
  { sign: "#", kind: "macro", icon: IconBolt },
  { sign: "{{", kind: "variable", icon: IconBraces },
] as const;

type ListProps = { isNote: boolean; onOpen: (sign: (typeof LISTS)[number]["sign"]) => void };

/** Buttons for the lists that a sign opens. A note has no macros. */
const ListButtons = memo(function ListButtons({ isNote, onOpen }: ListProps) {
  const t = useTranslations("composer");
  return LISTS.filter(({ kind }) => !isNote || kind !== "macro").map(({ sign, kind, icon: Icon }) => (
    <Tooltip key={sign} label={`${t(`menu.${kind}`)}  ${sign}`}>
      <ActionIcon variant="subtle" color="gray" size={30} aria-label={t(`menu.${kind}`)} onClick={() => onOpen(sign)}>
        <Icon size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
});

type ModeProps = { mode: ComposerMode; onMode: (mode: ComposerMode) => void };

/** Switches between a reply to the contact and a note for the team. Plain radio buttons, because the library's control measures the page at each switch. */
const ModeSwitch = memo(function ModeSwitch({ mode, onMode }: ModeProps) {
  const t = useTranslations("composer");
  const name = useId();
  return (
    <div role="radiogroup" aria-label={t("modes")} className={classes.modes}>
      {(["reply", "note"] as const).map((one) => (
        <label key={one} className={classes.mode}>
          <input type="radio" name={name} checked={one === mode} onChange={() => onMode(one)} />
          {one === "note" ? <IconLock size={12} aria-hidden /> : null}
          {t(one)}
        </label>
      ))}
    </div>
  );
});

"use client";

import { Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import {
  useEffectEvent,
  useLayoutEffect,
  useSyncExternalStore,
  type ClipboardEvent,
  type ComponentPropsWithRef,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { preferencesOf } from "../shell/preferences.ts";
import { CaretMenu } from "./caret-menu.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { isOfComments } from "../inbox/use-place-words.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { noteRecentChoice } from "./recent-choices.ts";
import { useCaretMenu, type Choice } from "./use-caret-menu.ts";
import { useDraftPart, type Draft } from "./use-draft.ts";
import { factsOf, resolveVariables } from "./variables.ts";
import classes from "./composer.module.css";
import { MessageText } from "../messages/message-text.tsx";
import { drawsMarks, isMarked } from "../messages/text-marks.ts";

/** Whether CSS can grow the field with its text. Otherwise the field is measured at each keystroke, which costs three layouts. */
const GROWS = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content");

const never = () => () => undefined;

type FieldProps = Omit<ComponentPropsWithRef<"textarea">, "style" | "value" | "ref"> & {
  ref: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  /** Something other than typing has changed the text. */
  onShown: (text: string, caret: number) => void;
};

/** The text field. Uses the library's measuring field only in browsers without `field-sizing`. */
function Field(props: FieldProps) {
  const grows = useSyncExternalStore(
    never,
    () => GROWS,
    () => true,
  );
  return grows ? <GrowingField {...props} /> : <MeasuredField {...props} />;
}

/** An uncontrolled field, so that typing renders nothing. It receives only text that comes from elsewhere. */
function GrowingField({ draft, onShown, ...props }: FieldProps) {
  const { ref } = props;
  const show = useEffectEvent(() => {
    const field = ref.current;
    const { text } = draft.now();
    if (!field || field.value === text) return;
    field.value = text;
    onShown(text, field.selectionStart);
  });
  useLayoutEffect(() => {
    show();
    return draft.subscribe(() => show());
  }, [draft]);
  return <textarea {...props} className={classes.input} />;
}

function MeasuredField({ draft, onShown: _, ...props }: FieldProps) {
  const value = useDraftPart(draft, ({ text }) => text);
  return (
    <Textarea
      {...props}
      value={value}
      variant="unstyled"
      autosize
      minRows={2}
      maxRows={10}
      classNames={{ input: classes.input }}
    />
  );
}

type Props = {
  row: ConvRow;
  isNote: boolean;
  draft: Draft;
  isDisabled: boolean;
  /** The copilot's proposal, shown while the field is empty. */
  ghost: string | null;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: () => void;
  onEscape: (field: HTMLTextAreaElement) => void;
  onToggleMode: () => void;
  /** null: files are not accepted. */
  onFiles: ((files: FileList) => void) | null;
  onChosen: (choice: Choice) => void;
};

/** The composer's text field. It is plain text: pasted text loses its formatting. */
export function ComposerText(props: Props) {
  const { row, isNote, draft, inputRef, onChange, onSend, onEscape, onToggleMode, onFiles, onChosen } = props;
  const t = useTranslations("composer");
  const { viewer } = useInbox();
  const { sendKey } = preferencesOf(viewer);
  const facts = factsOf(row, viewer.name);
  const menu = useCaretMenu({
    row,
    isNote,
    resolve: (words) => resolveVariables(words, facts),
    onChoose: (choice, next, caret) => {
      onChange(next);
      if (choice.reply) noteRecentChoice("replies", choice.reply.id);
      onChosen(choice);
      window.requestAnimationFrame(() => inputRef.current?.setSelectionRange(caret, caret));
    },
  });

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Enter finishes a word that is being composed (Japanese, Chinese, accents) and must not send. Safari reports it as key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || menu.onKey(event)) return;
    const isChord = event.metaKey || event.ctrlKey;
    if (event.key === "Escape") onEscape(event.currentTarget);
    else if (isChord && event.shiftKey && event.code === "KeyN") {
      event.preventDefault();
      onToggleMode();
    } else if (event.key === "Enter" && !event.shiftKey && !isChord && (sendKey === "enter" || event.altKey)) {
      event.preventDefault();
      onSend();
    }
  }

  function onPaste({ clipboardData: { files }, ...event }: ClipboardEvent) {
    if (!onFiles || files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

  const replyLabel = t(isOfComments(row) ? "publicLabel" : "replyLabel", { name: row.clientName });
  const label = isNote ? t("noteLabel") : replyLabel;
  const isOpen = menu.trigger !== null && menu.choices.length > 0;
  return (
    <div className={classes.text}>
      <CaretMenu menu={menu} />
      <Field
        ref={inputRef}
        dir="auto"
        aria-label={label}
        aria-autocomplete="list"
        {...(isOpen ? { "aria-controls": menu.listId, "aria-activedescendant": menu.optionId(menu.index) } : {})}
        placeholder={props.ghost ?? (isNote ? t("notePlaceholder") : label)}
        draft={draft}
        onShown={menu.follow}
        disabled={props.isDisabled}
        onChange={({ currentTarget: { value, selectionStart } }) => {
          onChange(value);
          menu.follow(value, selectionStart);
        }}
        onSelect={({ currentTarget: { value, selectionStart } }) => menu.follow(value, selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {isNote ? null : <MarksPreview type={row.integrationType} draft={draft} />}
    </div>
  );
}

/** Previews how *bold* and other marks look to the contact. Renders nothing if the text has no marks that the channel shows. */
function MarksPreview({ type, draft }: { type: ConvRow["integrationType"]; draft: Draft }) {
  const t = useTranslations("composer");
  const channels = useTranslations("inbox.channels");
  const text = useDraftPart(draft, (now) => (drawsMarks(type) && isMarked(now.text) ? now.text : null));
  if (text === null) return null;
  const label = t("asSeen", { channel: channels(type) });
  return (
    <div role="group" aria-label={label} className={classes.asSeen}>
      <span className={classes.asSeenLabel}>{label}</span>
      <MessageText text={text} hasMarks />
    </div>
  );
}

"use client";

import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconPin, IconPinnedOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { InboxWays } from "../inbox/use-inbox-url.ts";
import { useNow } from "../ui/use-now.ts";
import type { PinnedNote } from "../inbox/conv-parts.ts";
import type { PinnedNotesOf } from "./use-pinned-notes.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "../details/details.module.css";

/** Notes that the team has pinned to the contact, shown in all of the contact's conversations. Renders nothing without pins. */
export function PinnedNotes({ pins, url }: { pins: PinnedNotesOf; url: InboxWays }) {
  const t = useTranslations("thread.pane");
  if (pins.notes.length === 0) return null;
  return (
    <ul className={classes.others} aria-label={t("pinned")}>
      {pins.notes.map((note) => (
        <li key={note.messageId} className={classes.noted} data-pinned>
          <Pinned note={note} url={url} />
          <PinButton pins={pins} messageId={note.messageId} />
        </li>
      ))}
    </ul>
  );
}

/** Links to the note in its thread, if the reader may see that thread. */
function Pinned({ note, url }: { note: PinnedNote; url: InboxWays }) {
  const t = useTranslations("thread.pane");
  const { absoluteTime, relativeTime } = useTimes();
  const now = useNow();
  const words = (
    <>
      <span className={classes.otherLine}>
        <bdi className={classes.words}>{note.senderName ?? t("service")}</bdi>
        <time dateTime={note.createdAt} title={absoluteTime(note.createdAt)}>
          {relativeTime(note.createdAt, now)}
        </time>
      </span>
      <span className={classes.noteText} dir="auto">
        {note.content}
      </span>
    </>
  );
  const { convId, messageId } = note;
  if (convId === null) return <div className={classes.other}>{words}</div>;
  return (
    <UnstyledButton className={classes.other} title={t("showInThread")} onClick={() => url.open(convId, messageId)}>
      {words}
    </UnstyledButton>
  );
}

/** Pins a note to the contact, or unpins it. */
export function PinButton({ pins, messageId }: { pins: PinnedNotesOf; messageId: string }) {
  const t = useTranslations("thread.pane");
  const isPinned = pins.notes.some((note) => note.messageId === messageId);
  const Icon = isPinned ? IconPinnedOff : IconPin;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      aria-label={isPinned ? t("unpin") : t("pin")}
      title={isPinned ? t("unpin") : t("pinHint")}
      disabled={pins.isPending}
      onClick={() => pins.pin({ messageId, isPinned: !isPinned })}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

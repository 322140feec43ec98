"use client";

import { Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { Loaded } from "../ui/loaded.tsx";
import type { ConvNote } from "../inbox/conv-parts.ts";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { PinButton, PinnedNotes } from "../thread/pinned-notes.tsx";
import { convNotesQuery } from "../inbox/queries.ts";
import { isSystemLine } from "../thread/timeline.ts";
import type { InboxWays } from "../inbox/use-inbox-url.ts";
import { useNow } from "../ui/use-now.ts";
import { usePinnedNotes } from "../thread/use-pinned-notes.ts";
import { useTimes } from "../ui/use-times.ts";
import classes from "./details.module.css";

type Props = { row: ConvRow; url: InboxWays; kind: "notes" | "activity" };

/** The team's notes (notes), or the log of actions with their authors (activity). Newest first. */
export function ConvNotes({ row, url, kind }: Props) {
  const t = useTranslations("thread.pane");
  const notes = useQuery(convNotesQuery(useInbox().workspaceId, row.id));
  const pins = usePinnedNotes(row, kind === "notes");
  const list = (
    <Loaded query={notes} failure={t("notesFailed")} rows={2}>
      {(found) => {
        const pinned = new Set(pins.notes.map(({ messageId }) => messageId));
        const shown = found.filter(
          (note) => isSystemLine(note) === (kind === "activity") && !pinned.has(note.messageId),
        );
        if (shown.length === 0 && pinned.size > 0) return null;
        if (shown.length === 0)
          return <Text className={classes.none}>{t(kind === "notes" ? "noNotes" : "noActivity")}</Text>;
        return (
          <ul className={classes.others}>
            {shown.map((note) => (
              <li key={note.messageId} className={classes.noted}>
                <Note note={note} onShow={() => url.open(row.id, note.messageId)} />
                {kind === "notes" ? <PinButton pins={pins} messageId={note.messageId} /> : null}
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
  return kind === "notes" ? (
    <>
      <PinnedNotes pins={pins} url={url} />
      {list}
    </>
  ) : (
    list
  );
}

/** One line that links to its place in the thread. */
function Note({ note, onShow }: { note: ConvNote; onShow: () => void }) {
  const words = useServiceWords();
  const { absoluteTime, relativeTime } = useTimes();
  const t = useTranslations("thread.pane");
  const now = useNow();
  return (
    <UnstyledButton className={classes.other} title={t("showInThread")} onClick={onShow}>
      <span className={classes.otherLine}>
        <bdi className={classes.words}>{note.senderName ?? t("service")}</bdi>
        <time dateTime={note.createdAt} title={absoluteTime(note.createdAt)}>
          {relativeTime(note.createdAt, now)}
        </time>
      </span>
      <span className={classes.noteText} dir="auto">
        {words(note.content, note.contentWording)}
      </span>
    </UnstyledButton>
  );
}

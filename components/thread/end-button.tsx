"use client";

import { Button, Checkbox, Popover, Select, TagsInput, Text, Textarea } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError, gqlRequest } from "../graphql/gql-request.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { failed } from "../ui/toasts.tsx";
import type { ConvRow } from "../inbox/documents.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { ADD_MESSAGE } from "../inbox/mutation-documents.ts";
import { AT_ONCE } from "../offline/outbox.ts";
import { mergeIntoThread, tagsQuery } from "../inbox/queries.ts";
import { useConvActions } from "../inbox/use-conv-actions.ts";
import classes from "../list/bulk.module.css";
import { newKey } from "../ui/new-key.ts";

type Props = {
  row: ConvRow;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button's action: opens the form or ends at once, by the person's preference. */
  onAsk: () => void;
  onEnd: () => void;
};

/** Ends the conversation. Optionally asks for its stage and tags first. */
export function EndButton({ row, isOpen, onOpenChange, onAsk, onEnd }: Props) {
  const t = useTranslations("bulk.header");
  // Keep the note while the form is closed, so that a click outside the form does not lose it.
  const [note, setNote] = useState(() => newNote(""));
  return (
    <Popover opened={isOpen} onChange={onOpenChange} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCircleCheck size={16} stroke={1.5} aria-hidden />}
          onClick={onAsk}
        >
          {t("endNow")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen ? <ClosingForm row={row} note={note} onNote={setNote} onEnd={onEnd} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The note written at the end. The key stays the same for every try with the same text. */
type Note = { text: string; key: string };

function newNote(text: string): Note {
  return { text, key: newKey() };
}

type FormProps = { row: ConvRow; note: Note; onNote: (note: Note) => void; onEnd: () => void };

function ClosingForm({ row, note, onNote, onEnd }: FormProps) {
  const t = useTranslations("bulk.header");
  const { workspaceId, cache, outbox, userId } = useInbox();
  const actions = useConvActions();
  const [{ closingForm }, changePreferences] = usePreferences();
  const stages = useQuery(tagsQuery(workspaceId, "convStage")).data ?? [];
  const known = useQuery(tagsQuery(workspaceId, "conversation")).data ?? [];
  const [stageId, setStageId] = useState(row.stageId);
  const [tags, setTags] = useState(row.tags);
  const [isBusy, setBusy] = useState(false);

  async function submit() {
    if (isBusy) return;
    setBusy(true);
    await keepAll();
    setBusy(false);
  }

  async function keepAll() {
    if (stageId !== row.stageId) await actions.setStage(row, stageId);
    if (tags.join("\n") !== row.tags.join("\n")) await actions.setTags(row, tags);
    if (note.text.trim() !== "" && !(await keepNote())) return;
    onEnd();
  }

  async function keepNote(): Promise<boolean> {
    const place = { workspaceId, convId: row.id, integrationId: row.integrationId };
    const input = { ...place, type: "note" as const, content: note.text.trim() };
    try {
      const { addMessage } = await gqlRequest(ADD_MESSAGE, input, { idempotencyKey: note.key });
      mergeIntoThread(workspaceId, row.id, [addMessage], cache.client);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === "NETWORK") {
        // Without a connection, queue the note with the same key. It is sent before the conversation ends.
        outbox.add({
          ...input,
          id: note.key,
          userId,
          caption: null,
          fileName: null,
          replyToMessageId: null,
          mentions: [],
          later: AT_ONCE,
          createdAt: new Date().toISOString(),
          afterSeq: row.lastSeq,
          refusal: null,
        });
        return true;
      }
      failed(t("notNoted"), error instanceof Error ? error : new Error(String(error)));
      return false;
    }
  }

  return (
    <form
      className={classes.words}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Text fw={600} size="sm">
        {t("endTitle")}
      </Text>
      <Select
        label={t("stage")}
        data={stages.map(({ id, tag }) => ({ value: id, label: tag }))}
        value={stageId}
        onChange={setStageId}
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
      />
      <TagsInput
        label={t("tags")}
        data={known.map(({ tag }) => tag)}
        value={tags}
        onChange={setTags}
        comboboxProps={{ withinPortal: false }}
      />
      <Textarea
        label={t("endTagsNote")}
        autosize
        maxRows={4}
        value={note.text}
        onChange={(event) => onNote(newNote(event.currentTarget.value))}
      />
      <Checkbox
        size="sm"
        label={t("askAtEnd")}
        checked={closingForm}
        onChange={(event) => changePreferences({ closingForm: event.currentTarget.checked })}
      />
      <Button type="submit" loading={isBusy}>
        {t("endNow")}
      </Button>
    </form>
  );
}

"use client";

import { ActionIcon, CloseButton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import { useActions } from "../keys/use-actions.ts";
import { useInbox } from "../inbox/inbox-context.tsx";
import { searchQuery } from "../list/list-queries.ts";
import { useInboxUrl } from "../inbox/use-inbox-url.ts";
import classes from "../list/search-results.module.css";

const TYPING_MS = 120;

/** Search in the open conversation. Steps through the hits, the newest first, and scrolls the log to each. */
export function ThreadSearch({ convId }: { convId: string }) {
  const t = useTranslations("list");
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useActions({
    searchThread: () => {
      setOpen(true);
      field.current?.select();
    },
  });
  return isOpen ? <Find convId={convId} label={t("find.label")} field={field} onClose={() => setOpen(false)} /> : null;
}

type Props = {
  convId: string;
  label: string;
  field: React.RefObject<HTMLInputElement | null>;
  onClose: () => void;
};

function Find({ convId, label, field, onClose }: Props) {
  const t = useTranslations("list");
  const { workspaceId } = useInbox();
  const url = useInboxUrl();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [words] = useDebouncedValue(text.trim(), TYPING_MS);
  const search = useQuery({ ...searchQuery(workspaceId, words, convId), enabled: words !== "" });
  const hits = words === "" ? [] : (search.data?.messages.nodes ?? []);
  const hit = hits[Math.min(at, hits.length - 1)];

  const jump = useEffectEvent((messageId: string) => {
    if (url.messageId !== messageId) url.setParams({ message: messageId, q: url.search });
  });
  const hitId = hit?.message.messageId;
  useEffect(() => {
    if (hitId) jump(hitId);
  }, [hitId]);

  function close() {
    url.setParams({ message: null, q: url.search });
    onClose();
  }
  /** Older hits follow newer ones, as in the log read upwards. */
  function step(by: 1 | -1) {
    if (hits.length > 0) setAt((Math.min(at, hits.length - 1) + by + hits.length) % hits.length);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isDone = words !== "" && search.isSuccess;
  return (
    <div role="search" className={classes.find} onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        className={classes.findField}
        size="xs"
        autoFocus
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
      />
      <span role="status" className={classes.findCount}>
        {hit
          ? t("find.place", { at: Math.min(at, hits.length - 1) + 1, count: hits.length })
          : isDone
            ? t("find.none")
            : ""}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={t("find.older")} disabled={!hit} onClick={() => step(1)}>
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" aria-label={t("find.newer")} disabled={!hit} onClick={() => step(-1)}>
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <CloseButton size="sm" aria-label={t("find.close")} onClick={close} />
    </div>
  );
}

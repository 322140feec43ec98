"use client";

import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useActions } from "../keys/use-actions.ts";
import classes from "./contacts.module.css";

/** Debounce: no request while the person types. */
const PAUSE_MS = 250;

type Props = { search: string; onSearch: (search: string) => void };

/** Searches names, numbers, addresses and IDs. The search shortcut focuses it. */
export function SearchField({ search, onSearch }: Props) {
  const t = useTranslations("contacts");
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search);
  const [told, setTold] = useState(search);
  // The search changed elsewhere: a chip was removed, or the person went back in history.
  if (search !== told) {
    setTold(search);
    setText(search);
  }
  const later = useDebouncedCallback((words: string) => {
    setTold(words);
    onSearch(words);
  }, PAUSE_MS);
  useActions({ search: () => input.current?.focus() });
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      aria-label={t("search")}
      placeholder={t("searchHint")}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        later(event.currentTarget.value);
      }}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={t("searchClear")}
            onClick={() => {
              setText("");
              later("");
            }}
          />
        ) : null
      }
    />
  );
}

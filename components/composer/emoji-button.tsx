"use client";

import { ActionIcon, Popover, Text, TextInput, Tooltip } from "@mantine/core";
import { IconMoodSmile, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { memo, useState } from "react";
import { emojiQuery, findEmoji } from "./emoji.ts";
import { noteRecentChoice, recentChoices } from "./recent-choices.ts";
import classes from "./composer.module.css";

/** As many as one looks through. The search finds the others. */
const MOST = 96;

/** Puts an emoji into the text: the ones used last, the common ones, and a search over all. */
export const EmojiButton = memo(function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useTranslations("composer.emoji");
  const [isOpen, setOpen] = useState(false);
  const pick = (emoji: string) => {
    setOpen(false);
    noteRecentChoice("emoji", emoji);
    onPick(emoji);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <Tooltip label={`${t("title")}  :`} disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={t("title")}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconMoodSmile size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t("title")}>
        <Choices onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
});

function Choices({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useTranslations("composer.emoji");
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => recentChoices("emoji"));
  const library = useQuery(emojiQuery).data;
  const all = library ?? [];
  const isSearch = typed.trim() !== "";
  const known = all.filter(({ emoji }) => recent.includes(emoji));
  const shown = isSearch
    ? findEmoji(all, typed, MOST)
    : [
        ...known.toSorted((a, b) => recent.indexOf(a.emoji) - recent.indexOf(b.emoji)),
        ...all.filter(({ emoji }) => !recent.includes(emoji)),
      ].slice(0, MOST);
  return (
    <>
      <TextInput
        type="search"
        size="xs"
        data-autofocus
        aria-label={t("search")}
        placeholder={t("search")}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = shown;
          if (event.key !== "Enter" || !isSearch || !first) return;
          event.preventDefault();
          onPick(first.emoji);
        }}
      />
      <div className={classes.emojis} role="group" aria-label={t("title")}>
        {shown.map(({ emoji, name }) => (
          <button key={emoji} type="button" aria-label={name} title={name} onClick={() => onPick(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
      {isSearch && library && shown.length === 0 ? (
        <Text size="xs" c="dimmed" role="status">
          {t("none")}
        </Text>
      ) : null}
    </>
  );
}

"use client";

import { ActionIcon, Popover } from "@mantine/core";
import { IconMoodPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import classes from "./message-parts.module.css";

type Props = { offered: readonly string[]; onPick: (emoji: string) => void };

/** The "React" button of a message. Offers the emoji that its channel supports, also by keyboard. */
export function ReactionPicker({ offered, onPick }: Props) {
  const t = useTranslations("inbox.reactions");
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t("react")}
          title={t("react")}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMoodPlus size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={classes.picker} role="group" aria-label={t("choices")}>
          {offered.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={classes.pick}
              aria-label={t("with", { emoji })}
              onClick={() => {
                setOpen(false);
                onPick(emoji);
              }}
            >
              {emoji}
            </button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

"use client";

import { ActionIcon, Popover } from "@mantine/core";
import { IconMoodPlus } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./message-parts.module.css";

type Props = { offered: readonly string[]; onPick: (emoji: string) => void };

/** A message's "React": the emoji that its channel takes, in reach of the keyboard. */
export function ReactionPicker({ offered, onPick }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label="React to this message"
          title="React to this message"
          onClick={() => setOpen(!isOpen)}
        >
          <IconMoodPlus size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <div className={classes.picker} role="group" aria-label="Reactions to give">
          {offered.map((emoji) => (
            <button
              key={emoji}
              type="button"
              className={classes.pick}
              aria-label={`React with ${emoji}`}
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

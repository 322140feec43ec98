"use client";

import { ActionIcon, Badge } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { TagPicker } from "./tag-picker.tsx";
import classes from "./details.module.css";

type Props = {
  type: ComponentProps<typeof TagPicker>["type"];
  tags: readonly string[];
  /** The name of the button that changes them. */
  changeLabel: string;
  /** null: the reader may not change them. */
  onChange: ((tags: string[]) => void) | null;
  /** Before the tags: what else is true of the contact. */
  children?: ReactNode;
};

/** Tags in a line, and a button to change them. */
export function TagLine({ type, tags, changeLabel, onChange, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={classes.tags}>
      {children}
      {tags.map((tag) => (
        <Badge key={tag} variant="default" size="sm" className={classes.tag}>
          {tag}
        </Badge>
      ))}
      {onChange ? (
        <TagPicker type={type} tags={[...tags]} isOpen={isOpen} onOpenChange={setOpen} onChange={onChange}>
          {(toggle) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={changeLabel}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          )}
        </TagPicker>
      ) : null}
    </span>
  );
}

"use client";

import { ActionIcon } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState, type ComponentProps, type ReactNode } from "react";
import { Tag } from "../ui/tag.tsx";
import { TagPicker } from "./tag-picker.tsx";
import { useTagColor } from "./use-tag-color.ts";
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
  const colorOf = useTagColor(type);
  return (
    <span className={classes.tags}>
      {children}
      {tags.map((tag) => (
        <Tag key={tag} color={colorOf(tag)}>
          {tag}
        </Tag>
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

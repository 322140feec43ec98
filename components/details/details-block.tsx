"use client";

import { ActionIcon, Menu, UnstyledButton } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconGripVertical,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode, CSSProperties } from "react";
import type { BlockId } from "./detail-blocks.ts";
import classes from "./details.module.css";
import { useDraggable, useDroppable } from "@dnd-kit/core";

type Props = {
  id: BlockId;
  isOpen: boolean;
  onToggle: () => void;
  /** null: the block is already at that end. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  children: ReactNode;
};

/** A block of the details: a heading that opens and closes it, and controls that move it. A closed block loads no data. */
export function DetailsBlock({ id, isOpen, onToggle, onUp, onDown, children }: Props) {
  const t = useTranslations("thread.pane");
  const title = t(`blocks.${id}`);
  const carried = useCarriedBlock(id);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={classes.block} aria-label={title} {...carried.section}>
      <div className={classes.blockHead}>
        <h3 className={classes.blockTitle}>
          <UnstyledButton className={classes.blockToggle} aria-expanded={isOpen} onClick={onToggle}>
            <Chevron size={14} aria-hidden />
            {title}
          </UnstyledButton>
        </h3>
        {/* For the pointer; by keyboard the menu beside it does the same. */}
        <span className={classes.blockGrip} data-grip aria-hidden {...carried.handle}>
          <IconGripVertical size={14} />
        </span>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              className={classes.blockMenu}
              aria-label={t("arrange", { title })}
            >
              <IconDots size={14} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} disabled={!onUp} onClick={() => onUp?.()}>
              {t("up")}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowDown size={16} aria-hidden />}
              disabled={!onDown}
              onClick={() => onDown?.()}
            >
              {t("down")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {isOpen ? <div className={classes.blockBody}>{children}</div> : null}
    </section>
  );
}

/** Makes a block draggable by its handle and a drop target. Returns the props for its section and its handle. */
function useCarriedBlock(id: BlockId) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, isDragging } = useDraggable({ id });
  const place = useDroppable({ id });
  const style: CSSProperties | undefined = transform
    ? { transform: `translateY(${Math.round(transform.y)}px)` }
    : undefined;
  return {
    section: {
      ref: (element: HTMLElement | null) => {
        setNodeRef(element);
        place.setNodeRef(element);
      },
      style,
      "data-carried": isDragging || undefined,
      "data-place": (place.isOver && !isDragging) || undefined,
    },
    handle: { ref: setActivatorNodeRef, ...listeners },
  };
}

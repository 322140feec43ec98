"use client";

import {
  DndContext,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Active,
  type Announcements,
  type Over,
} from "@dnd-kit/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { isBlockId, type BlockId } from "../details/detail-blocks.ts";

type Props = { onPlace: (id: BlockId, overId: BlockId) => void; children: ReactNode };

/** Makes the blocks inside sortable by pointer. Each block's menu moves it by keyboard. */
export function CarriedBlocks({ onPlace, children }: Props) {
  const t = useTranslations("thread.pane");
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  function titleOf(at: Active | Over | null): string {
    const id = at?.id;
    return isBlockId(id) ? t(`blocks.${id}`) : "";
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("carried.lifted", { title: titleOf(active) }),
    onDragOver: ({ active, over }) => t("carried.over", { title: titleOf(active), other: titleOf(over) }),
    onDragEnd: ({ active, over }) => t("carried.dropped", { title: titleOf(active), other: titleOf(over) }),
    onDragCancel: ({ active }) => t("carried.cancelled", { title: titleOf(active) }),
  };
  return (
    <DndContext
      id="details-blocks"
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements }}
      onDragEnd={({ active, over }) => {
        if (over && isBlockId(active.id) && isBlockId(over.id) && active.id !== over.id) onPlace(active.id, over.id);
      }}
    >
      {children}
    </DndContext>
  );
}

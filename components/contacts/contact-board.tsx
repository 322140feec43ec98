"use client";

import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type KeyboardCoordinateGetter,
} from "@dnd-kit/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { colorOf } from "../ui/tag-colors.ts";
import { BoardColumn } from "./board-column.tsx";
import { CardFace } from "./board-card.tsx";
import { NO_STAGE } from "./contact-filter.ts";
import { contactName } from "./contact-name.ts";
import classes from "./contacts.module.css";
import type { ContactRow } from "./documents.ts";
import type { ContactWords } from "./use-contacts.ts";
import type { ContactsUrl } from "./use-contacts-url.ts";
import { useSetStage } from "./use-set-stage.ts";

type Props = { url: ContactsUrl; words: ContactWords; mayEdit: boolean; onOpen: (clientId: string) => void };

/** Contacts by stage. Drag a card to another column by pointer, or with Space and the arrow keys. */
export function ContactBoard({ url, words, mayEdit, onOpen }: Props) {
  const t = useTranslations("contacts");
  const [carried, setCarried] = useState<ContactRow | null>(null);
  const setStage = useSetStage(url.filter);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: toNextColumn,
      keyboardCodes: { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter"] },
    }),
  );
  const columns = [
    ...words.stages.map((stage) => ({ id: stage.id, name: stage.tag, color: colorOf(stage) })),
    { id: NO_STAGE, name: t("noStage"), color: null },
  ];
  const nameOf = (id: string | number | undefined) => columns.find((column) => column.id === id)?.name ?? "";
  const rowOf = (data: { row?: ContactRow } | undefined) => data?.row ?? null;
  const called = (row: ContactRow | null) => (row && contactName(row)) || t("noName");
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("drag.lifted", { name: called(rowOf(active.data.current)) }),
    onDragOver: ({ active, over }) =>
      t("drag.over", { name: called(rowOf(active.data.current)), stage: nameOf(over?.id) }),
    onDragEnd: ({ active, over }) =>
      t("drag.dropped", { name: called(rowOf(active.data.current)), stage: nameOf(over?.id) }),
    onDragCancel: ({ active }) => t("drag.cancelled", { name: called(rowOf(active.data.current)) }),
  };
  return (
    <DndContext
      id="contacts-board"
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("drag.how") } }}
      onDragStart={({ active }) => setCarried(rowOf(active.data.current))}
      onDragCancel={() => setCarried(null)}
      onDragEnd={({ active, over }) => {
        setCarried(null);
        const row = rowOf(active.data.current);
        if (!row || !over) return;
        const stageId = over.id === NO_STAGE ? null : String(over.id);
        if (stageId !== row.stageId) void setStage(row, stageId, nameOf(over.id));
      }}
    >
      <section className={classes.board} aria-label={t("board")}>
        {words.isReady
          ? columns.map((column) => (
              <BoardColumn key={column.id} {...column} filter={url.filter} mayMove={mayEdit} onOpen={onOpen} />
            ))
          : null}
      </section>
      <DragOverlay>{carried ? <CardFace row={carried} isLifted /> : null}</DragOverlay>
    </DndContext>
  );
}

/** Left and Right move the card to the next column. Up and Down do nothing, because a stage has no order. */
const toNextColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = event.code === "ArrowRight" ? 1 : event.code === "ArrowLeft" ? -1 : 0;
  if (step === 0) return undefined;
  event.preventDefault();
  const { collisionRect, droppableRects } = context;
  if (!collisionRect) return undefined;
  const columns = [...droppableRects.values()].sort((a, b) => a.left - b.left);
  const middle = collisionRect.left + collisionRect.width / 2;
  const centre = (column: { left: number; width: number }) => column.left + column.width / 2;
  const here = columns.reduce(
    (best, column, index) =>
      Math.abs(centre(column) - middle) < Math.abs(centre(columns[best] ?? column) - middle) ? index : best,
    0,
  );
  const next = columns[here + step];
  if (!next) return undefined;
  return { x: currentCoordinates.x + centre(next) - middle, y: next.top + 48 };
};

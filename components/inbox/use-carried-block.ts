"use client";

import { useDraggable, useDroppable } from "@dnd-kit/core";
import type { CSSProperties } from "react";
import type { BlockId } from "./detail-blocks.ts";

/** A block that can be carried by its handle and is a place for others: what goes onto its section and onto the handle. */
export function useCarriedBlock(id: BlockId) {
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

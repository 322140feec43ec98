"use client";

import { useRef, type MouseEvent, type PointerEvent } from "react";

type Pull = { row: HTMLElement; convId: string; x: number; y: number; isAside: boolean };

/**
 * Pulls rows of the list aside by finger. The row follows it in the DOM: a state would draw the list at every movement.
 * @param labels what is written on the ground that shows.
 */
export function useSwipeRows(labels: Record<Swipe, string>, onSwipe: (convId: string, swipe: Swipe) => void) {
  const pull = useRef<Pull | null>(null);
  const hasSwiped = useRef(false);

  function letGo(): void {
    const row = pull.current?.row;
    pull.current = null;
    if (!row) return;
    row.style.transform = "";
    delete row.dataset.swipe;
    delete row.dataset.swipeLabel;
  }

  return {
    onPointerDown(event: PointerEvent) {
      hasSwiped.current = false;
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-conv-id]") : null;
      const convId = row?.dataset.convId;
      if (event.pointerType !== "touch" || !row || !convId) return;
      pull.current = { row, convId, x: event.clientX, y: event.clientY, isAside: false };
    },
    onPointerMove(event: PointerEvent) {
      const current = pull.current;
      if (!current) return;
      const x = event.clientX - current.x;
      if (!current.isAside) {
        const direction = directionOf(x, event.clientY - current.y);
        if (direction === "along") letGo();
        if (direction !== "aside") return;
        current.isAside = hasSwiped.current = true;
        current.row.setPointerCapture(event.pointerId);
      }
      const side = x > 0 ? "end" : "snooze";
      current.row.style.transform = `translateX(${x}px)`;
      current.row.dataset.swipe = swipeOf(x) ? `${side}-now` : side;
      current.row.dataset.swipeLabel = labels[side];
    },
    onPointerUp(event: PointerEvent) {
      const current = pull.current;
      letGo();
      const swipe = current?.isAside ? swipeOf(event.clientX - current.x) : null;
      if (current && swipe) onSwipe(current.convId, swipe);
    },
    onPointerCancel: letGo,
    /** The finger that has pulled a row does not open it. */
    onClickCapture(event: MouseEvent) {
      if (!hasSwiped.current) return;
      hasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** What a row does when it is pulled aside: to the right it is ended, to the left it is snoozed. */
type Swipe = "end" | "snooze";

/** Below this a finger has not decided, in pixels. */
const LEAST = 12;
/** From here on it acts when the finger lets go. */
const ENOUGH = 96;

/** Whether a movement pulls a row aside, scrolls the list, or is neither yet. */
export function directionOf(x: number, y: number): "aside" | "along" | null {
  if (Math.hypot(x, y) < LEAST) return null;
  return Math.abs(x) > Math.abs(y) * 1.5 ? "aside" : "along";
}

/** What it does when it is let go here. */
export function swipeOf(x: number): Swipe | null {
  if (Math.abs(x) < ENOUGH) return null;
  return x > 0 ? "end" : "snooze";
}

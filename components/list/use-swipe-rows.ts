"use client";

import { useRef, type MouseEvent, type PointerEvent } from "react";

type Pull = { row: HTMLElement; convId: string; x: number; y: number; isAside: boolean };

/**
 * Swipe actions for rows. Moves the row directly in the DOM, because React state would render the list at every movement.
 * @param labels the texts shown behind the row.
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
    /** A swipe must not open the row. */
    onClickCapture(event: MouseEvent) {
      if (!hasSwiped.current) return;
      hasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The swipe actions: right ends the conversation, left snoozes it. */
type Swipe = "end" | "snooze";

/** Below this distance in pixels, the direction is undecided. */
const LEAST = 12;
/** From this distance in pixels, releasing the row runs the action. */
const ENOUGH = 96;

/** Whether a movement swipes a row ("aside"), scrolls the list ("along"), or is still undecided (null). */
export function directionOf(x: number, y: number): "aside" | "along" | null {
  if (Math.hypot(x, y) < LEAST) return null;
  return Math.abs(x) > Math.abs(y) * 1.5 ? "aside" : "along";
}

/** The action if the row is released here. */
export function swipeOf(x: number): Swipe | null {
  if (Math.abs(x) < ENOUGH) return null;
  return x > 0 ? "end" : "snooze";
}

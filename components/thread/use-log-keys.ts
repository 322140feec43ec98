"use client";

import { useMemo, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { TimelineItem } from "./timeline.ts";
import type { Bubble } from "./use-thread.ts";

type Needs = {
  items: readonly TimelineItem<Bubble>[];
  /** The message under the keyboard cursor. null: the log was not entered yet. */
  activeId: string | null;
  setActiveId: (messageId: string) => void;
  scroller: RefObject<HTMLElement | null>;
  /** Scrolls a line into view. */
  show: (index: number) => void;
  onLeave: () => void;
};

/** How many frames to wait until a line is rendered after scrolling to it. */
const FRAMES = 20;

/**
 * Keyboard navigation in the log. Arrows, Home and End move between messages. Enter moves to a message's actions. Escape returns: from
 * the actions to the message, from the message to the composer. One message at a time is a stop of the Tab key.
 */
export function useLogKeys({ items, activeId, setActiveId, scroller, show, onLeave }: Needs) {
  const stops = useMemo(() => items.flatMap((item, index) => (item.kind === "message" ? [index] : [])), [items]);
  const idAt = (stop: number): string | null => {
    const item = items[stops[stop] ?? -1];
    return item?.kind === "message" ? item.message.messageId : null;
  };
  const activeStop = stops.findIndex((_, stop) => idAt(stop) === activeId);
  const rovingId = activeStop >= 0 ? activeId : idAt(stops.length - 1);

  function focus(stop: number) {
    const id = idAt(stop);
    const index = stops[stop];
    if (id === null || index === undefined) return;
    setActiveId(id);
    show(index);
    focusWhenDrawn(scroller, id, FRAMES);
  }
  const focusLast = () => focus(stops.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    const article = target instanceof Element ? target.closest<HTMLElement>("article[data-message-id]") : null;
    if (!article || event.metaKey || event.ctrlKey || event.altKey || !scroller.current?.contains(article)) return;
    const isOnMessage = target === article;
    const act = {
      Escape: () => (isOnMessage ? onLeave() : article.focus()),
      ...(isOnMessage
        ? {
            ArrowUp: () => focus(Math.max(activeStop - 1, 0)),
            ArrowDown: () => (activeStop + 1 < stops.length ? focus(activeStop + 1) : onLeave()),
            Home: () => focus(0),
            End: () => focus(stops.length - 1),
            Enter: () => article.querySelector<HTMLElement>("[role=toolbar] button")?.focus(),
          }
        : {}),
    }[key];
    if (!act) return;
    // Elsewhere the same keys move in the list and close panes.
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function onFocus({ target }: FocusEvent) {
    const id = target.closest<HTMLElement>("article[data-message-id]")?.dataset.messageId;
    if (id && id !== activeId) setActiveId(id);
  }

  return { rovingId, focusLast, onKeyDown, onFocus };
}

function focusWhenDrawn(scroller: RefObject<HTMLElement | null>, id: string, frames: number): void {
  const article = scroller.current?.querySelector<HTMLElement>(`article[data-message-id="${CSS.escape(id)}"]`);
  if (article) article.focus({ preventScroll: true });
  else if (frames > 0) window.requestAnimationFrame(() => focusWhenDrawn(scroller, id, frames - 1));
}

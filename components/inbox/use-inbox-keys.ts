"use client";

import { useEffect, useEffectEvent } from "react";

export type InboxKeys = {
  onMove?: (step: 1 | -1) => void;
  onOpenFocused?: () => void;
  onEscape?: () => void;
  /** Single characters and what they do. */
  letters: Record<string, () => void>;
};

/** Places where keys mean something of their own. */
const TYPING = "input, textarea, select, [contenteditable='true'], [role='dialog'], [role='menu'], [role='combobox']";
/** … and those whose arrows and Enter do: a focused button is pressed with Enter, the log scrolls with arrows. */
const OWN_ARROWS = "[role='log'], [role='radiogroup'], audio, video";
const OWN_ENTER = "a:not([role='option']), button, audio, video, [role='log']";

/** The inbox's keyboard: letters only while nothing is typed, the character that was produced and not the physical key. */
export function useInboxKeys(keys: InboxKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(TYPING)) return;
    const action = actionOf(event.key, target, keys);
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}

function actionOf(key: string, target: Element, keys: InboxKeys): (() => void) | undefined {
  switch (key) {
    case "ArrowDown":
      return target.closest(OWN_ARROWS) ? undefined : keys.onMove && (() => keys.onMove?.(1));
    case "ArrowUp":
      return target.closest(OWN_ARROWS) ? undefined : keys.onMove && (() => keys.onMove?.(-1));
    case "Enter":
      return target.closest(OWN_ENTER) ? undefined : keys.onOpenFocused;
    case "Escape":
      return keys.onEscape;
    default:
      return keys.letters[key.toLowerCase()];
  }
}

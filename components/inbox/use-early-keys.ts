"use client";

import { useEffect, useEffectEvent, type RefObject } from "react";
import { flushSync } from "react-dom";

/** How many frames to wait for a field that is not visible yet. */
const FRAMES = 60;

/**
 * Focuses a field that a key has opened, and passes it what was typed before it was visible. A fast typist is quicker than the frame that
 * shows the field. Their letters must not act as shortcuts.
 */
export function useEarlyKeys(field: RefObject<HTMLInputElement | null>, onType: (text: string) => void): void {
  const type = useEffectEvent(onType);
  useEffect(() => {
    const held: string[] = [];
    let frame = 0;
    let frames = 0;

    function hold(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key.length !== 1 && event.key !== "Enter") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.push(event.key);
    }

    function tryFocus() {
      field.current?.focus();
      const isFocused = field.current !== null && document.activeElement === field.current;
      if (!isFocused && ++frames < FRAMES) return void (frame = window.requestAnimationFrame(tryFocus));
      window.removeEventListener("keydown", hold, true);
      const typed = held.filter((key) => key !== "Enter").join("");
      if (typed !== "") flushSync(() => type(typed));
      if (held.includes("Enter"))
        field.current?.dispatchEvent(
          new KeyboardEvent("keydown", { key: "Enter", code: "Enter", bubbles: true, cancelable: true }),
        );
    }

    window.addEventListener("keydown", hold, true);
    const timer = window.setTimeout(tryFocus);
    return () => {
      window.clearTimeout(timer);
      window.cancelAnimationFrame(frame);
      window.removeEventListener("keydown", hold, true);
    };
  }, [field]);
}

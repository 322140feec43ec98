"use client";

import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from "react";

/** The same duration that phones use. */
const LONG_MS = 450;
/** A finger that moves further than this scrolls. */
const STILL_PX = 10;

/**
 * A long press opens an element's actions. The next touch elsewhere closes them.
 * @returns `isPressed`, and the event handlers for the element.
 */
export function useLongPress() {
  const [isPressed, setPressed] = useState(false);
  const touch = useRef<{ x: number; y: number; timer: number } | null>(null);
  const element = useRef<HTMLElement | null>(null);

  function letGo(): void {
    if (touch.current) window.clearTimeout(touch.current.timer);
    touch.current = null;
  }

  useEffect(() => letGo, []);
  useEffect(() => {
    if (!isPressed) return;
    const close = (event: Event) => {
      if (!(event.target instanceof Node && element.current?.contains(event.target))) setPressed(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [isPressed]);

  return {
    isPressed,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        letGo();
        if (event.pointerType !== "touch") return;
        element.current = event.currentTarget;
        const timer = window.setTimeout(() => {
          touch.current = null;
          setPressed(true);
        }, LONG_MS);
        touch.current = { x: event.clientX, y: event.clientY, timer };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const begun = touch.current;
        if (begun && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > STILL_PX) letGo();
      },
      onPointerUp: letGo,
      onPointerCancel: letGo,
      /** Prevents the browser's menu from covering ours. Links and media keep the browser's menu, which offers more for them. */
      onContextMenu(event: MouseEvent<HTMLElement>) {
        const isOwn = event.target instanceof Element && event.target.closest("a, img, video") !== null;
        if ((touch.current || isPressed) && !isOwn) event.preventDefault();
      },
    },
  };
}

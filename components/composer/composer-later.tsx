"use client";

import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "../inbox/after-paint.ts";
import classes from "./composer.module.css";

/** The composer's last measured height, in pixels. 0: not measured yet. */
let lastHeight = 0;

/**
 * Whether to draw the composer yet. For the first conversation it is drawn together with the messages.
 * After a switch to another conversation it is drawn after them, because the agent waits for the messages.
 */
export function useComposerLater() {
  const [isDrawn, setDrawn] = useState(() => lastHeight === 0);
  useEffect(() => {
    let isOver = false;
    if (!isDrawn) void afterPaint().then(() => isOver || startTransition(() => setDrawn(true)));
    return () => {
      isOver = true;
    };
  }, [isDrawn]);
  useEffect(() => {
    const composer = document.querySelector("[data-region='composer']");
    if (!composer) return;
    const observer = new ResizeObserver(([entry]) => {
      lastHeight = entry?.borderBoxSize[0]?.blockSize ?? lastHeight;
    });
    observer.observe(composer);
    return () => observer.disconnect();
  }, [isDrawn]);
  /** `draw` draws the composer at once, because the agent is about to write. */
  return { isDrawn, draw: () => setDrawn(true) };
}

/** A placeholder with the composer's height, so that the content above it does not move. */
export function ComposerPlace() {
  return <div className={classes.composer} style={{ blockSize: lastHeight }} aria-hidden />;
}

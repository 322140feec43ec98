"use client";

import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "../inbox/after-paint.ts";
import classes from "./composer.module.css";

/** In pixels, of the composer as it was last seen; 0: it was not. */
let lastHeight = 0;

/**
 * Whether the composer is drawn already. Where one goes from conversation to conversation it comes behind the messages, which are what is
 * waited for; where the first one is opened it is drawn with them.
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
  /** `draw`: somebody is going to write. */
  return { isDrawn, draw: () => setDrawn(true) };
}

/** As high as the composer was: what stands above it keeps its place. */
export function ComposerPlace() {
  return <div className={classes.composer} style={{ blockSize: lastHeight }} aria-hidden />;
}

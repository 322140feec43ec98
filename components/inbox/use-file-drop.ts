"use client";

import { useState } from "react";
import type { DragEvent } from "react";

/**
 * Files that are carried over an element and let go there. Text and links are left to the browser.
 * @param onFiles null where there is nothing to take them: then a file that is let go does nothing, instead of replacing the page.
 */
export function useFileDrop(onFiles: ((files: Iterable<File>) => void) | null) {
  const [isOver, setOver] = useState(false);

  const withFiles = (work: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    // What takes files inside of another such place (in React, a drawer is too) takes them alone.
    event.stopPropagation();
    work(event);
  };
  const handlers = {
    onDragOver: withFiles((event) => {
      event.dataTransfer.dropEffect = onFiles ? "copy" : "none";
      setOver(onFiles !== null);
    }),
    onDragLeave: (event: DragEvent) => {
      // Over a child of it is still over it.
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop: withFiles((event) => {
      setOver(false);
      onFiles?.(event.dataTransfer.files);
    }),
  };
  return { isOver, handlers };
}

"use client";

import { useState, type DragEvent } from "react";

export type FileTaker = (files: Iterable<File>) => void;

/**
 * Handles files dropped on an element. Leaves text and links to the browser.
 * @param onFiles null: files are not accepted. A dropped file then does nothing, instead of replacing the page.
 */
export function useFileDrop(onFiles: FileTaker | null) {
  return useFileDropTo(() => onFiles);
}

/** Like `useFileDrop`, but looks up the handler at the time of the drop. */
export function useFileDropTo(takerNow: () => FileTaker | null) {
  const [isOver, setOver] = useState(false);

  const withFiles = (work: (event: DragEvent) => void) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    // If drop targets are nested, only the inner one handles the files. In React, a drawer counts as nested too.
    event.stopPropagation();
    work(event);
  };
  const handlers = {
    onDragOver: withFiles((event) => {
      const isTaken = takerNow() !== null;
      event.dataTransfer.dropEffect = isTaken ? "copy" : "none";
      setOver(isTaken);
    }),
    onDragLeave: (event: DragEvent) => {
      // Moving onto a child element does not leave the target.
      const to = event.relatedTarget;
      if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false);
    },
    onDrop: withFiles((event) => {
      setOver(false);
      takerNow()?.(event.dataTransfer.files);
    }),
  };
  return { isOver, handlers };
}

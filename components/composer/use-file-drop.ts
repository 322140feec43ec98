"use client";

import { useState, type DragEvent } from "react";

export type FileTaker = (files: Iterable<File>) => void;

/**
 * Files that are carried over an element and let go there. Text and links are left to the browser.
 * @param onFiles null where there is nothing to take them: then a file that is let go does nothing, instead of replacing the page.
 */
export function useFileDrop(onFiles: FileTaker | null) {
  return useFileDropTo(() => onFiles);
}

/** The same where who takes them is asked at the moment. */
export function useFileDropTo(takerNow: () => FileTaker | null) {
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
      const isTaken = takerNow() !== null;
      event.dataTransfer.dropEffect = isTaken ? "copy" : "none";
      setOver(isTaken);
    }),
    onDragLeave: (event: DragEvent) => {
      // Over a child of it is still over it.
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

"use client";

import { useDirection } from "@mantine/core";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { boundedWidth, LIST_WIDTH, widthByKey } from "./pane-width.ts";
import classes from "./pane-separator.module.css";

type Props = {
  label: string;
  width: number;
  /** Called while the user drags, many times per second. */
  onDraw: (width: number) => void;
  /** Called with the final width. */
  onChange: (width: number) => void;
};

/** The edge between the list and the open conversation. Drag it, or move it with the arrow keys. Enter restores the default width. */
export function PaneSeparator({ label, width, onDraw, onChange }: Props) {
  const isRtl = useDirection().dir === "rtl";
  const [from, setFrom] = useState<{ x: number; width: number } | null>(null);

  function widthAt(event: PointerEvent): number {
    const moved = event.clientX - (from?.x ?? event.clientX);
    return boundedWidth((from?.width ?? width) + (isRtl ? -moved : moved));
  }
  function begin(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom({ x: event.clientX, width });
  }
  function end(event: PointerEvent) {
    if (!from) return;
    setFrom(null);
    onChange(widthAt(event));
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = widthByKey(event.key, width, isRtl);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={LIST_WIDTH.least}
      aria-valuemax={LIST_WIDTH.most}
      tabIndex={0}
      className={classes.separator}
      data-drawn={from !== null || undefined}
      onPointerDown={begin}
      onPointerMove={(event) => from && onDraw(widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onChange(LIST_WIDTH.usual)}
      onKeyDown={onKeyDown}
    />
  );
}

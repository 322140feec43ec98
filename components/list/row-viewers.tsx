"use client";

import { useEffect, useState, type RefObject } from "react";
import { rowElementId } from "./conv-row.tsx";
import { Viewers } from "../inbox/viewers.tsx";
import classes from "../inbox/viewers.module.css";

/** How long the pointer must rest on a row before data is requested, so that passing over rows costs nothing. */
const REST_MS = 100;
/** In pixels. */
const FACE = 18;
const FROM_EDGE = 6;

type Place = { convId: string; top: number };

/**
 * The faces of the other viewers of the conversation under the pointer or the cursor, shown in its row. One instance serves the whole
 * list. Render it next to the scrolling list, in a box that contains both.
 */
export function RowViewers({
  scroller,
  focusedId,
}: {
  scroller: RefObject<HTMLElement | null>;
  focusedId: string | null;
}) {
  const [place, setPlace] = useState<Place | null>(null);

  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    let resting: number | undefined;
    const leave = () => {
      window.clearTimeout(resting);
      setPlace(null);
    };
    const over = (event: PointerEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-conv-id]") : null;
      window.clearTimeout(resting);
      if (row && event.pointerType !== "touch")
        resting = window.setTimeout(() => setPlace(placeOf(list, row)), REST_MS);
    };
    list.addEventListener("pointerover", over);
    list.addEventListener("pointerleave", leave);
    list.addEventListener("scroll", leave, { passive: true });
    return () => {
      leave();
      list.removeEventListener("pointerover", over);
      list.removeEventListener("pointerleave", leave);
      list.removeEventListener("scroll", leave);
    };
  }, [scroller]);

  useEffect(() => {
    const list = scroller.current;
    if (!list || focusedId === null) return;
    // Wait until the row is rendered and the scrolling to it is over.
    const resting = window.setTimeout(() => {
      const row = document.getElementById(rowElementId(focusedId));
      if (row) setPlace(placeOf(list, row));
    }, REST_MS);
    return () => window.clearTimeout(resting);
  }, [scroller, focusedId]);

  if (!place) return null;
  return (
    <div className={classes.inRow} style={{ insetBlockStart: place.top }}>
      <Viewers convId={place.convId} size={FACE} isInRow />
    </div>
  );
}

/** The position in pixels below the top of the list's box. null: the row is not visible. */
function placeOf(list: HTMLElement, row: HTMLElement): Place | null {
  const { convId } = row.dataset;
  const box = list.getBoundingClientRect();
  const { bottom } = row.getBoundingClientRect();
  const top = bottom - box.top + list.offsetTop - FACE - FROM_EDGE;
  return convId !== undefined && bottom > box.top + FACE && bottom <= box.bottom + FROM_EDGE ? { convId, top } : null;
}

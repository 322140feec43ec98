"use client";

import { useEffect, useState, type RefObject } from "react";
import { rowElementId } from "./conv-row.tsx";
import { Viewers } from "../inbox/viewers.tsx";
import classes from "../inbox/viewers.module.css";

/** The pointer rests on a row for so long before anything is asked for it: rows that only pass by cost nothing. */
const REST_MS = 100;
/** In pixels. */
const FACE = 18;
const FROM_EDGE = 6;

type Place = { convId: string; top: number };

/**
 * Who else looks at the conversation that the pointer rests on, or that the cursor was moved to: a stack of faces in its row. One for
 * the whole list; give it a place beside the list that scrolls, in a box that holds both.
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
    // A row that the cursor brought into sight is there, and the scrolling over, a moment later.
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

/** In pixels below the top of the list's box; null for a row that is out of sight. */
function placeOf(list: HTMLElement, row: HTMLElement): Place | null {
  const { convId } = row.dataset;
  const box = list.getBoundingClientRect();
  const { bottom } = row.getBoundingClientRect();
  const top = bottom - box.top + list.offsetTop - FACE - FROM_EDGE;
  return convId !== undefined && bottom > box.top + FACE && bottom <= box.bottom + FROM_EDGE ? { convId, top } : null;
}

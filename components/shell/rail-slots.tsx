"use client";

import { createContext, use, useMemo, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** Places in the rail that the open section fills: its views below its link, and the person's own views at the end. */
type Slot = "views" | "saved";
type Slots = { element: Record<Slot, HTMLElement | null>; set: Record<Slot, (element: HTMLElement | null) => void> };

const RailSlots = createContext<Slots | null>(null);

export function RailSlotsProvider({ children }: { children: ReactNode }) {
  const [views, setViews] = useState<HTMLElement | null>(null);
  const [saved, setSaved] = useState<HTMLElement | null>(null);
  const slots = useMemo(
    () => ({ element: { views, saved }, set: { views: setViews, saved: setSaved } }),
    [views, saved],
  );
  return <RailSlots value={slots}>{children}</RailSlots>;
}

/** The place itself, drawn by the rail. */
export function RailSlot({ slot, className }: { slot: Slot; className: string | undefined }) {
  return <div ref={use(RailSlots)?.set[slot]} className={className} />;
}

/** Draws its children in a place of the rail, with the contexts of the section. Nothing is drawn on the server. */
export function InRail({ slot, children }: { slot: Slot; children: ReactNode }) {
  const element = use(RailSlots)?.element[slot];
  return element ? createPortal(children, element) : null;
}

"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { NO_FILTER, readFilter, writeFilter, type ContactFilter } from "./contact-filter.ts";

export type ContactsUrl = ReturnType<typeof useContactsUrl>;

type To = {
  filter?: ContactFilter;
  shape?: "table" | "board";
  openId?: string | null;
  /** The segment whose conditions are being changed. They are the filter meanwhile. */
  editingId?: string | null;
};

/** The page's state in the URL: the filter, table or board, and the open contact. */
export function useContactsUrl() {
  const pathname = usePathname();
  const search = useSearchParams();
  const filter = useMemo(() => readFilter(new URLSearchParams(search.toString())), [search]);
  const shape = search.get("as") === "board" ? ("board" as const) : ("table" as const);
  const openId = search.get("contact");
  const editingId = search.get("edit");

  const go = useCallback(
    (to: To) => {
      const next = writeFilter(to.filter ?? filter);
      if ((to.shape ?? shape) === "board") next.set("as", "board");
      const open = to.openId === undefined ? openId : to.openId;
      if (open) next.set("contact", open);
      const editing = to.editingId === undefined ? editingId : to.editingId;
      if (editing) next.set("edit", editing);
      // Not by the router, which would ask the service for the page again.
      window.history.replaceState(null, "", next.size > 0 ? `${pathname}?${next}` : pathname);
    },
    [pathname, filter, shape, openId, editingId],
  );
  const setFilter = useCallback(
    (changes: Partial<ContactFilter>) => go({ filter: { ...filter, ...changes } }),
    [go, filter],
  );
  /** A segment begins without other conditions. */
  const setSegment = useCallback(
    (segmentId: string | null) => go({ filter: { ...NO_FILTER, segmentId }, editingId: null }),
    [go],
  );
  return { filter, shape, openId, editingId, go, setFilter, setSegment };
}

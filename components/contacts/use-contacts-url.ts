"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { readFilter, writeFilter, type ContactFilter } from "./contact-filter.ts";

export type ContactsUrl = ReturnType<typeof useContactsUrl>;

/** The page's state in the URL: the filter, table or board, and the open contact. */
export function useContactsUrl() {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const filter = useMemo(() => readFilter(new URLSearchParams(search.toString())), [search]);
  const shape = search.get("as") === "board" ? ("board" as const) : ("table" as const);
  const openId = search.get("contact");

  const go = useCallback(
    (to: { filter?: ContactFilter; shape?: "table" | "board"; openId?: string | null }) => {
      const next = writeFilter(to.filter ?? filter);
      if ((to.shape ?? shape) === "board") next.set("as", "board");
      const open = to.openId === undefined ? openId : to.openId;
      if (open) next.set("contact", open);
      router.replace(next.size > 0 ? `${pathname}?${next}` : pathname, { scroll: false });
    },
    [router, pathname, filter, shape, openId],
  );
  const setFilter = useCallback(
    (changes: Partial<ContactFilter>) => go({ filter: { ...filter, ...changes } }),
    [go, filter],
  );
  return { filter, shape, openId, go, setFilter };
}

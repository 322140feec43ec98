"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { paths } from "../paths.ts";
import type { ConvSort, ConvView, RowFilter } from "./conv-rows.ts";
import { useInbox } from "./inbox-context.tsx";

export const VIEWS = ["mine", "needsReply", "unassigned", "all", "ended"] as const satisfies readonly ConvView[];
export const VIEW_LABEL: Record<ConvView, string> = {
  mine: "Mine",
  needsReply: "Needs reply",
  unassigned: "Unassigned",
  all: "All open",
  ended: "Ended",
};
const SORTS = ["newest", "oldestWaiting"] as const satisfies readonly ConvSort[];
const DEFAULT_VIEW: ConvView = "all";

type Params = {
  view?: ConvView;
  q?: string | null;
  channel?: string | null;
  tag?: string | null;
  sort?: ConvSort | null;
};

export type InboxUrl = ReturnType<typeof useInboxUrl>;

/**
 * The inbox's state is its address: open conversation, view, search and filters. Changes go through the history API, which the
 * router follows, so that opening a conversation asks nothing of the server but its messages.
 */
export function useInboxUrl() {
  const { workspaceId } = useInbox();
  const { address, go } = useAddress();
  const queryAt = address.indexOf("?");
  const query = queryAt === -1 ? "" : address.slice(queryAt + 1);
  const params = new URLSearchParams(query);

  const convId = address.split("?")[0]?.split("/")[3] ?? null;
  const view = VIEWS.find((known) => known === params.get("view")) ?? DEFAULT_VIEW;
  const search = params.get("q") ?? "";
  const channelId = params.get("channel");
  const tag = params.get("tag");
  const sort =
    SORTS.find((known) => known === params.get("sort")) ?? (view === "needsReply" ? "oldestWaiting" : "newest");

  const filter: RowFilter = useMemo(
    () => ({ view, sort, search: search || null, integrationId: channelId, tags: tag ? [tag] : null }),
    [view, sort, search, channelId, tag],
  );

  const href = useCallback(
    (id: string | null) => paths.inbox(workspaceId, id ?? undefined, query),
    [workspaceId, query],
  );

  const open = useCallback(
    (id: string | null) => {
      if (id !== convId) go(href(id), "push");
    },
    [href, convId, go],
  );

  /** Sets or (with null or "") removes parameters; typing replaces the entry instead of filling the history. */
  const setParams = useCallback(
    (changes: Params) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      go(paths.inbox(workspaceId, convId ?? undefined, next.toString()), "q" in changes ? "replace" : "push");
    },
    [query, workspaceId, convId, go],
  );

  return { convId, view, sort, search, channelId, tag, filter, href, open, setParams };
}

/**
 * The address shown: the router's, or the one just chosen while the router, which follows at its leisure, has not come to it.
 * A conversation opens in the frame of the click.
 */
function useAddress() {
  const pathname = usePathname();
  const params = useSearchParams().toString();
  const routed = params ? `${pathname}?${params}` : pathname;
  const [chosen, setChosen] = useState<string | null>(null);
  const [lastRouted, setLastRouted] = useState(routed);
  // The router has moved, to what was chosen or (back, a link) elsewhere: it leads again.
  if (lastRouted !== routed) {
    setLastRouted(routed);
    setChosen(null);
  }

  const go = useCallback((address: string, how: "push" | "replace") => {
    setChosen(address);
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }, []);
  return { address: chosen ?? routed, go };
}

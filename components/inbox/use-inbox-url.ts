"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { paths } from "../paths.ts";
import { SORTS, VIEWS } from "./conv-rows.ts";
import type { ConvSort, ConvView, RowFilter } from "./conv-rows.ts";
import { useInbox } from "./inbox-context.tsx";
import { namesState } from "./resolve-query.ts";
import { useConvQuery } from "./use-conv-query.ts";

const DEFAULT_SORT: Partial<Record<ConvView, ConvSort>> = {
  needsReply: "oldestWaiting",
  windowClosing: "windowClosing",
};
const DEFAULT_VIEW: ConvView = "all";

type Params = {
  view?: ConvView;
  q?: string | null;
  channel?: string | null;
  tag?: string | null;
  sort?: ConvSort | null;
  message?: string | null;
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
  const messageId = params.get("message");
  const asked = useConvQuery(workspaceId, search);
  const channelId = params.get("channel");
  const tag = params.get("tag");
  const sort = SORTS.find((known) => known === params.get("sort")) ?? DEFAULT_SORT[view] ?? "newest";

  const filter: RowFilter = useMemo(
    () => ({
      // What the conditions say of open and ended stands in the place of "all open".
      view: view === "all" && namesState(asked.query) ? null : view,
      sort,
      ...(asked.filter ? { filter: asked.filter } : {}),
      ...(asked.isPending ? { isPending: true } : {}),
      integrationId: channelId,
      tags: tag ? [tag] : null,
    }),
    [view, sort, asked, channelId, tag],
  );

  const href = useCallback(
    (id: string | null, message?: string) => {
      const next = new URLSearchParams(query);
      // A message belongs to the conversation that it was opened in.
      next.delete("message");
      if (message) next.set("message", message);
      return paths.inbox(workspaceId, id ?? undefined, next.toString());
    },
    [workspaceId, query],
  );

  /** Opens a conversation, at one of its messages where that is named. */
  const open = useCallback(
    (id: string | null, message?: string) => {
      if (id !== convId || (message && message !== messageId)) go(href(id, message), "push");
    },
    [href, convId, messageId, go],
  );

  /** Sets or (with null or "") removes parameters; typing replaces the entry instead of filling the history. */
  const setParams = useCallback(
    (changes: Params) => {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      go(
        paths.inbox(workspaceId, convId ?? undefined, next.toString()),
        "q" in changes && !("view" in changes) ? "replace" : "push",
      );
    },
    [query, workspaceId, convId, go],
  );

  /** A view as it is by itself: without conditions, words and another order. */
  const choose = useCallback(
    (next: ConvView, q: string | null = null, order: ConvSort | null = null) =>
      setParams({ view: next, q: q, sort: order, channel: null, tag: null, message: null }),
    [setParams],
  );

  const { query: terms, missing } = asked;
  return {
    convId,
    messageId,
    view,
    sort,
    search,
    terms,
    missing,
    channelId,
    tag,
    filter,
    href,
    open,
    setParams,
    choose,
  };
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

"use client";

import { useCallbackRef, useWindowEvent } from "@mantine/hooks";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { paths } from "../paths.ts";
import type { ConvSort, ConvView } from "../list/conv-rows.ts";
import { readAddress, rowFilterOf } from "./inbox-address.ts";
import { useInbox } from "./inbox-context.tsx";
import { useConvQuery } from "../list/use-conv-query.ts";

type Params = {
  view?: ConvView;
  q?: string | null;
  channel?: string | null;
  tag?: string | null;
  sort?: ConvSort | null;
  message?: string | null;
};

export type InboxUrl = ReturnType<typeof useInboxUrl>;
/** Which list is looked at: the same object while one goes from conversation to conversation in it. */
export type InboxPlace = InboxUrl["place"];
/** What leads to another conversation, or to a message. */
export type InboxWays = Pick<InboxUrl, "open" | "href">;

/**
 * The inbox's state is its address: open conversation, view, search and filters. Changes go through the history API, which the
 * router follows, so that opening a conversation asks nothing of the server but its messages.
 */
export function useInboxUrl() {
  const { workspaceId } = useInbox();
  const { address, go } = useAddress();
  const queryAt = address.indexOf("?");
  const query = queryAt === -1 ? "" : address.slice(queryAt + 1);
  const convId = address.split("?")[0]?.split("/")[3] ?? null;
  const { view, sort, search, channelId, tag, messageId } = readAddress(new URLSearchParams(query));
  const asked = useConvQuery(workspaceId, search);
  const filter = useMemo(() => rowFilterOf({ view, sort, channelId, tag }, asked), [view, sort, asked, channelId, tag]);

  const href = useMemo(() => {
    const kept = new URLSearchParams(query);
    // A message belongs to the conversation that it was opened in.
    kept.delete("message");
    // Written out once: a list asks for each of its rows while it is scrolled.
    const words = kept.toString();
    return (id: string | null, message?: string) => {
      if (!message) return paths.inbox(workspaceId, id ?? undefined, words);
      const next = new URLSearchParams(kept);
      next.set("message", message);
      return paths.inbox(workspaceId, id ?? undefined, next.toString());
    };
  }, [workspaceId, query]);

  /** Opens a conversation, at one of its messages where that is named. */
  const open = useCallback(
    (id: string | null, message?: string) => {
      if (id !== convId || (message && message !== messageId)) go(href(id, message), "push");
    },
    [href, convId, messageId, go],
  );

  /** Sets or (with null or "") removes parameters; typing replaces the entry instead of filling the history. */
  const setParams = useCallbackRef((changes: Params) => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    go(
      paths.inbox(workspaceId, convId ?? undefined, next.toString()),
      "q" in changes && !("view" in changes) ? "replace" : "push",
    );
  });

  /** A view as it is by itself: without conditions, words and another order. */
  const choose = useCallback(
    (next: ConvView, q: string | null = null, order: ConvSort | null = null) =>
      setParams({ view: next, q: q, sort: order, channel: null, tag: null, message: null }),
    [setParams],
  );

  const { query: terms, missing } = asked;
  const place = useMemo(
    () => ({ view, sort, search, terms, missing, channelId, tag, filter, setParams, choose }),
    [view, sort, search, terms, missing, channelId, tag, filter, setParams, choose],
  );
  return useMemo(() => ({ ...place, place, convId, messageId, href, open }), [place, convId, messageId, href, open]);
}

/**
 * The address shown: the router's, or the last one chosen while the router, which follows at its leisure, has not come to it.
 * A conversation opens in the frame of the click.
 */
function useAddress() {
  const pathname = usePathname();
  const params = useSearchParams().toString();
  const routed = params ? `${pathname}?${params}` : pathname;
  /** What was chosen since, in order. The router may come by each of them, and what it passes must not be shown again. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [lastRouted, setLastRouted] = useState(routed);
  if (lastRouted !== routed) {
    setLastRouted(routed);
    // Moved elsewhere (a link), it leads again.
    setChosen(chosen.includes(routed) ? chosen.slice(chosen.indexOf(routed) + 1) : []);
  }
  useWindowEvent("popstate", () => setChosen([]));

  const go = useCallback((address: string, how: "push" | "replace") => {
    setChosen((before) => [...before, address]);
    if (how === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }, []);
  return { address: chosen.at(-1) ?? routed, go };
}

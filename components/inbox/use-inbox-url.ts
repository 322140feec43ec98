"use client";

import { useCallbackRef, useWindowEvent } from "@mantine/hooks";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { paths } from "../paths.ts";
import { preferencesOf } from "../shell/preferences.ts";
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
/** The shown list. The object keeps its identity while the user moves between its conversations. */
export type InboxPlace = InboxUrl["place"];
/** Navigation to another conversation or to a message. */
export type InboxWays = Pick<InboxUrl, "open" | "href">;

/**
 * The inbox keeps its state in the address: open conversation, view, search and filters. Changes go through the history API, which the
 * router follows. So opening a conversation requests only its messages from the server.
 */
export function useInboxUrl() {
  const { workspaceId, viewer } = useInbox();
  const { address, go } = useAddress();
  const queryAt = address.indexOf("?");
  const query = queryAt === -1 ? "" : address.slice(queryAt + 1);
  const convId = address.split("?")[0]?.split("/")[3] ?? null;
  const { view, sort, search, channelId, tag, messageId } = readAddress(
    new URLSearchParams(query),
    preferencesOf(viewer).opensWith,
  );
  const asked = useConvQuery(workspaceId, search);
  const filter = useMemo(() => rowFilterOf({ view, sort, channelId, tag }, asked), [view, sort, asked, channelId, tag]);

  const href = useMemo(() => {
    const kept = new URLSearchParams(query);
    // The message belongs to the conversation that was open.
    kept.delete("message");
    // Build the string once, because the list calls this for every row while it scrolls.
    const words = kept.toString();
    return (id: string | null, message?: string) => {
      if (!message) return paths.inbox(workspaceId, id ?? undefined, words);
      const next = new URLSearchParams(kept);
      next.set("message", message);
      return paths.inbox(workspaceId, id ?? undefined, next.toString());
    };
  }, [workspaceId, query]);

  /** Opens a conversation, at a message if one is given. */
  const open = useCallback(
    (id: string | null, message?: string) => {
      if (id !== convId || (message && message !== messageId)) go(href(id, message), "push");
    },
    [href, convId, messageId, go],
  );

  /** Sets parameters, or removes them with null or "". Typing replaces the history entry instead of adding one for each letter. */
  const setParams = useCallbackRef((changes: Params) => {
    const next = new URLSearchParams(query);
    // Conditions are of the shown view, which the address may not name yet.
    if (!next.has("view")) next.set("view", view);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    go(
      paths.inbox(workspaceId, convId ?? undefined, next.toString()),
      "q" in changes && !("view" in changes) ? "replace" : "push",
    );
  });

  /** Selects a view and resets conditions, words and sort order. */
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
 * The address to show: the router's, or the last chosen one until the router, which is slower, has reached it.
 * So a conversation opens in the frame of the click.
 */
function useAddress() {
  const pathname = usePathname();
  const params = useSearchParams().toString();
  const routed = params ? `${pathname}?${params}` : pathname;
  /** The addresses chosen since, in order. The router may pass through each of them, and these must not be shown again. */
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [lastRouted, setLastRouted] = useState(routed);
  if (lastRouted !== routed) {
    setLastRouted(routed);
    // If the router has moved elsewhere, as after a link, its address applies.
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

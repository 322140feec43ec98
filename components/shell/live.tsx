"use client";

import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { createLine } from "./live-line.ts";
import {
  createLiveStore,
  type Hearer,
  type Line,
  type LiveChange,
  type LiveNews,
  type LiveOwn,
  type LivePresence,
  type LiveState,
  type LiveStore,
  type LiveTyping,
} from "./live-store.ts";
import { createTabLine } from "./live-tabs.ts";
import { viewerQuery } from "./queries.ts";
import { readAgain } from "./read-again.ts";
import { reloadWhenQuiet } from "./reload-when-quiet.ts";

const LiveContext = createContext<LiveStore | null>(null);

type Props = {
  workspaceId: number;
  userId: string;
  from: string | null;
  build: string | null;
  children: ReactNode;
};

/**
 * Keeps the workspace's live stream open while any of its pages is shown. A person's tabs share one. Requires a `key` of
 * workspace and person.
 * @param props `from`: the cursor from which to follow the page's initial data. null: the stream starts now and everything is
 *   read again. `build`: the page's. When the service runs another one, the page is loaded anew in a quiet moment.
 */
export function LiveProvider({ workspaceId, userId, from, build, children }: Props) {
  const queryClient = useQueryClient();
  const [store] = useState(() =>
    createLiveStore({
      line: (hearer) => lineOf(workspaceId, userId, hearer),
      from,
      reload: () => void readAgain(queryClient),
      recovered: () =>
        void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" }),
      build,
      replaced: () => reloadWhenQuiet(() => queryClient.isMutating() > 0),
      refused: () => void readAgain(queryClient, { queryKey: viewerQuery(workspaceId).queryKey }),
    }),
  );
  useEffect(() => {
    store.start();
    return store.stop;
  }, [store]);
  return <LiveContext value={store}>{children}</LiveContext>;
}

/** Without HTTPS the browser has no locks, and each tab has its own stream. */
function lineOf(workspaceId: number, userId: string, hearer: Hearer): Line {
  const openLine = (each: Hearer) => createLine(`/events?workspaceId=${workspaceId}`, each);
  if (typeof navigator === "undefined" || !("locks" in navigator) || typeof BroadcastChannel === "undefined")
    return openLine(hearer);
  return createTabLine({
    ...hearer,
    name: `live ${workspaceId} ${userId}`,
    openLine,
    openChannel: (name) => new BroadcastChannel(name),
    locks: navigator.locks,
  });
}

function useLiveStore(): LiveStore {
  const store = useContext(LiveContext);
  if (!store) throw new Error("LiveProvider is missing above this component");
  return store;
}

/** Whether the page is up to date: "live", "catchingUp" or "offline". */
export function useLiveState(): LiveState {
  const store = useLiveStore();
  return useSyncExternalStore(store.onState, store.state, () => "catchingUp" as const);
}

/**
 * Calls the handler with recent changes, in order. A burst is one call. The handler may change on every render.
 * After `reset` and the first connection, all queries are also invalidated. Playground changes are not included: see
 * `usePlaygroundEvents`.
 */
export function useLiveEvents(handler: (changes: LiveChange[]) => void): void {
  useChanges(false, handler);
}

/** The same, only for changes in the playground. */
export function usePlaygroundEvents(handler: (changes: LiveChange[]) => void): void {
  useChanges(true, handler);
}

function useChanges(ofPlayground: boolean, handler: (changes: LiveChange[]) => void): void {
  const store = useLiveStore();
  const onChanges = useEffectEvent((changes: LiveChange[]) => {
    const own = changes.filter(({ isPlayground = false }) => isPlayground === ofPlayground);
    if (own.length > 0) handler(own);
  });
  useEffect(() => store.onChanges((changes) => onChanges(changes)), [store]);
}

/** Calls the handler when a contact or an assistant starts or stops writing. The handler may change on every render. */
export function useLiveTyping(handler: (typing: LiveTyping) => void): void {
  useNews("typing", handler);
}

/** The same when an agent opens a conversation, writes in it or leaves it. Repeated while they are there. */
export function useLivePresence(handler: (presence: LivePresence) => void): void {
  useNews("presence", handler);
}

/**
 * The same when something of the viewer's own changed in another tab or device. Missed events are not repeated: read the data
 * again.
 */
export function useLiveOwn(handler: (own: LiveOwn) => void): void {
  useNews("own", handler);
}

function useNews<Kind extends keyof LiveNews>(kind: Kind, handler: (news: LiveNews[Kind]) => void): void {
  const store = useLiveStore();
  const onNews = useEffectEvent(handler);
  useEffect(() => store.onNews(kind, (news) => onNews(news)), [store, kind]);
}

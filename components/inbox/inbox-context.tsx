"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useMemo, useState, type ReactNode, useEffect } from "react";
import { gqlRequest } from "../graphql/gql-request.ts";
import { useLiveEvents, useLivePresence, useLiveTyping } from "../shell/live.tsx";
import type { Viewer } from "../shell/queries.ts";
import type { ActionQueue } from "../offline/action-queue.ts";
import { actionQueueOf } from "../offline/open-actions.ts";
import { outboxOf } from "../offline/open-outbox.ts";
import type { OutboxStore } from "../offline/outbox-store.ts";
import { TELL_PRESENCE } from "./mutation-documents.ts";
import { createPresenceStore, type PresenceStore } from "./presence-store.ts";
import { createPresenceNotifier, type PresenceNotifier } from "./presence-notifier.ts";
import { createRowRefresher, type InboxCache } from "../list/row-cache.ts";
import { createTypingStore, type TypingStore } from "../thread/typing-store.ts";
import { keepInbox } from "../offline/keep-inbox.ts";
import { createKeptStore } from "../offline/kept-store.ts";

type Inbox = {
  workspaceId: number;
  viewer: Viewer;
  /** Empty if the viewer has no user id. Only API keys have none. */
  userId: string;
  cache: InboxCache;
  refreshRows: (ids: Iterable<string>) => Promise<void>;
  outbox: OutboxStore;
  /** Actions taken while the service was not reachable. */
  actions: ActionQueue;
  typing: TypingStore;
  presence: PresenceStore;
  presenceNotifier: PresenceNotifier;
};

export const InboxContext = createContext<Inbox | null>(null);

/** Shared by every part of the inbox: the viewer, the cache with the rows, and the outbox. */
export function InboxProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const client = useQueryClient();
  const { workspaceId, agentId, userId } = viewer;
  const cache = useMemo(() => ({ workspaceId, viewerAgentId: agentId, client }), [workspaceId, agentId, client]);
  const refreshRows = useMemo(() => createRowRefresher(cache), [cache]);
  // inbox-background.tsx sends their contents on every page.
  const outbox = useMemo(() => outboxOf(userId ?? "", client).store, [userId, client]);
  const actions = useMemo(() => actionQueueOf(userId ?? ""), [userId]);
  useKeptInbox(cache, viewer);

  const [typing] = useState(() =>
    createTypingStore({
      set: (work, ms) => window.setTimeout(work, ms),
      clear: (timer) => window.clearTimeout(timer as number | undefined),
    }),
  );

  const [presence] = useState(() => createPresenceStore(Date.now, (work, ms) => window.setTimeout(work, ms)));
  const presenceNotifier = useMemo(
    () =>
      createPresenceNotifier((convId, state) => {
        // Presence is for agents only.
        if (agentId) gqlRequest(TELL_PRESENCE, { workspaceId, convId, state }).catch(() => undefined);
      }),
    [workspaceId, agentId],
  );

  useLiveTyping(typing.hear);
  useLivePresence(presence.hear);
  useLiveEvents((changes) => {
    for (const { name, convId } of changes) if (name === "INCOMING_MESSAGE" && convId) typing.stop(convId);
  });

  const inbox = useMemo(
    () => ({
      workspaceId,
      viewer,
      userId: userId ?? "",
      cache,
      refreshRows,
      outbox,
      actions,
      typing,
      presence,
      presenceNotifier,
    }),
    [workspaceId, viewer, userId, cache, refreshRows, outbox, actions, typing, presence, presenceNotifier],
  );
  return <InboxContext value={inbox}>{children}</InboxContext>;
}

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("InboxProvider is missing above this component");
  return inbox;
}

/** Keeps the last seen data in this browser, and shows it until the service responds. */
function useKeptInbox({ client, workspaceId }: InboxCache, { userId, role, agentId, permissions }: Viewer): void {
  const seenAs = JSON.stringify([role, agentId, [...permissions].sort()]);
  useEffect(() => {
    if (userId === null) return;
    const store = createKeptStore({ workspaceId, userId, seenAs });
    const stop = keepInbox({ client, workspaceId, store });
    return () => {
      stop();
      void store.close();
    };
  }, [client, workspaceId, userId, seenAs]);
}

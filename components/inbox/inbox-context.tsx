"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { useLiveState } from "../shell/live.tsx";
import type { Viewer } from "../shell/queries.ts";
import { openOutbox } from "./open-outbox.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { createRowRefresher } from "./row-cache.ts";
import type { InboxCache } from "./row-cache.ts";

type Inbox = {
  workspaceId: number;
  viewer: Viewer;
  /** Empty for a person without a user id, which only keys are. */
  userId: string;
  cache: InboxCache;
  refreshRows: (ids: Iterable<string>) => Promise<void>;
  outbox: OutboxStore;
};

const InboxContext = createContext<Inbox | null>(null);

/** What every part of the inbox needs: who looks, the cache that rows live in, and the outbox. */
export function InboxProvider({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  const client = useQueryClient();
  const { workspaceId, agentId, userId } = viewer;
  const liveState = useLiveState();
  const cache = useMemo(() => ({ workspaceId, viewerAgentId: agentId, client }), [workspaceId, agentId, client]);
  const refreshRows = useMemo(() => createRowRefresher(cache), [cache]);
  const [outbox] = useState(() => openOutbox(userId ?? "", client));

  useEffect(() => outbox.connect(), [outbox]);
  useEffect(() => {
    if (liveState === "live") outbox.store.pump();
  }, [liveState, outbox]);

  const inbox = useMemo(
    () => ({ workspaceId, viewer, userId: userId ?? "", cache, refreshRows, outbox: outbox.store }),
    [workspaceId, viewer, userId, cache, refreshRows, outbox],
  );
  return <InboxContext value={inbox}>{children}</InboxContext>;
}

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("InboxProvider is missing above this component");
  return inbox;
}

"use client";

import { useEffect } from "react";
import type { Viewer } from "../shell/queries.ts";
import { keepInbox } from "./keep-inbox.ts";
import { createKeptStore } from "./kept-store.ts";
import type { InboxCache } from "./row-cache.ts";

/** Keeps in this browser what was seen last, and shows it until the service answers. */
export function useKeptInbox(
  { client, workspaceId }: InboxCache,
  { userId, role, agentId, permissions }: Viewer,
): void {
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

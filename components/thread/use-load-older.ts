"use client";

import { useCallback, useState } from "react";
import { useInbox } from "../inbox/inbox-context.tsx";
import { loadOlder } from "../inbox/queries.ts";

/** Wait before the retry after a failed read. */
const AGAIN_MS = 3_000;

/** Loads older messages of a conversation that the log shows besides the open one. */
export function useLoadOlder(): { isLoading: boolean; load: (convId: string) => Promise<void> } {
  const { workspaceId, cache } = useInbox();
  const { client } = cache;
  const [isLoading, setLoading] = useState(false);
  const load = useCallback(
    async (convId: string) => {
      setLoading(true);
      try {
        await loadOlder(workspaceId, convId, client);
      } catch {
        // The log retries while its start is visible.
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      } finally {
        setLoading(false);
      }
    },
    [workspaceId, client],
  );
  return { isLoading, load };
}

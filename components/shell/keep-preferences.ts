"use client";

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { unkept } from "./preferences.ts";
import { savePreferences } from "./queries.ts";
import { useWorkspaceId } from "./workspace.tsx";

/** Lets no change of preferences be lost with a page that goes away before it is kept. */
export function KeepPreferences() {
  const workspaceId = useWorkspaceId();
  const cache = useQueryClient();
  useEffect(() => {
    const leave = () => void keepUnkept(cache, workspaceId);
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [workspaceId, cache]);
  return null;
}

/** Asks once more for all that is on its way: requests are cut off when a page goes, and those behind them never begin. */
export async function keepUnkept(cache: QueryClient, workspaceId: number): Promise<void> {
  const changes = unkept(cache, workspaceId);
  if (Object.keys(changes).length === 0) return;
  // Nobody is left who could be told.
  await savePreferences(workspaceId, changes, { keepalive: true }).catch(() => undefined);
}

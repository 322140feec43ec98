"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLiveEvents } from "../shell/live.tsx";
import { readAgain } from "../shell/read-again.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { broadcastsKey } from "./queries.ts";

const PERIOD_MS = 1_000;
const TOLD_BY = new Set(["BROADCAST_CHANGED", "WORKSPACE_CHANGED"]);

/** Reads broadcasts again when they progress: at once, but at most once a second. */
export function useLiveBroadcasts(): void {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const lastRead = useRef(0);
  const timer = useRef<number | undefined>(undefined);
  useLiveEvents((changes) => {
    if (timer.current !== undefined || !changes.some(({ name }) => TOLD_BY.has(name))) return;
    timer.current = window.setTimeout(
      () => {
        timer.current = undefined;
        lastRead.current = Date.now();
        void readAgain(queryClient, { queryKey: broadcastsKey(workspaceId) });
      },
      Math.max(0, lastRead.current + PERIOD_MS - Date.now()),
    );
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Viewer } from "../shell/queries.ts";
import { useViewer } from "../shell/workspace.tsx";
import { BulkProblems } from "../list/bulk-problems.tsx";
import { UnsentNotice } from "../thread/unsent-notice.tsx";
import { useBulkWatch } from "../list/use-bulk-watch.tsx";
import { useWaiting } from "../offline/use-waiting.ts";

/** The inbox's work on every page: sends waiting messages, runs waiting actions, and reports failures and the end of bulk actions. */
export function InboxBackground() {
  const viewer = useViewer();
  if (!viewer || viewer.userId === null || viewer.plan === "GATEWAY") return null;
  return <Background key={viewer.userId} viewer={viewer} userId={viewer.userId} />;
}

function Background({ viewer: { workspaceId, agentId }, userId }: { viewer: Viewer; userId: string }) {
  const client = useQueryClient();
  const cache = useMemo(() => ({ workspaceId, viewerAgentId: agentId, client }), [workspaceId, agentId, client]);
  useWaiting(cache, userId);
  useBulkWatch(cache, userId);
  return (
    <>
      <UnsentNotice cache={cache} userId={userId} />
      <BulkProblems />
    </>
  );
}

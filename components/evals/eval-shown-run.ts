"use client";

import { useSearchParams } from "next/navigation";
import { paths } from "../paths.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";

/** The run on display, from the URL. null: the newest. Uses the history API, which the router follows. */
export function useShownRun(aiId: string) {
  const workspaceId = useWorkspaceId();
  const runId = useSearchParams().get("run");
  const show = (id: string | null) => {
    const address = paths.assistant(workspaceId, aiId, "evals");
    window.history.pushState(null, "", id ? `${address}?run=${id}` : address);
  };
  return { runId, show };
}

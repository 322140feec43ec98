"use client";

import dynamic from "next/dynamic";
import { useEffect, useState, type ComponentProps } from "react";
import type { InboxDetails } from "../details/inbox-details.tsx";
import { LogSkeleton } from "../thread/log-skeleton.tsx";
import type { ThreadPane } from "../thread/thread-pane.tsx";
import { whenIdle } from "./after-paint.ts";

/** For a page that is never idle. */
const LATEST_MS = 2_000;

// Literal imports, so that the bundler finds them. A page that opens on a conversation lists their scripts and styles in its head.
const WaitingThread = dynamic(() => import("../thread/thread-pane.tsx").then((module) => module.ThreadPane), {
  loading: () => <LogSkeleton />,
});
const WaitingDetails = dynamic(() => import("../details/inbox-details.tsx").then((module) => module.InboxDetails));

/** The loaded panes. They render in the same frame. The lazy ones above would need one more. */
let loaded: { Thread: typeof ThreadPane; Details: typeof InboxDetails } | null = null;

async function load(): Promise<void> {
  const [thread, details] = await Promise.all([
    import("../thread/thread-pane.tsx"),
    import("../details/inbox-details.tsx"),
  ]);
  loaded = { Thread: thread.ThreadPane, Details: details.InboxDetails };
}

/** The open conversation and its details. Their scripts load after the list, because the inbox opens with its list. */
export function LateThread(props: ComponentProps<typeof ThreadPane>) {
  const [Pane] = useState(() => loaded?.Thread ?? WaitingThread);
  return <Pane {...props} />;
}

export function LateDetails(props: ComponentProps<typeof InboxDetails>) {
  const [Pane] = useState(() => loaded?.Details ?? WaitingDetails);
  return <Pane {...props} />;
}

/** Loads their scripts after the list has rendered, so that the first conversation opens as fast as the others. */
export function useLatePanes(): void {
  useEffect(() => {
    // If this fails, the first conversation loads the scripts and shows the error.
    void whenIdle(LATEST_MS)
      .then(load)
      .catch(() => undefined);
  }, []);
}

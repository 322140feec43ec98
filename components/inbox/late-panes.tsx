"use client";

import dynamic from "next/dynamic";
import { useEffect, useState, type ComponentProps } from "react";
import type { InboxDetails } from "../details/inbox-details.tsx";
import { LogSkeleton } from "../thread/log-skeleton.tsx";
import type { ThreadPane } from "../thread/thread-pane.tsx";

/** Where a browser does not say when it has nothing to do. */
const SOON_MS = 200;
/** Where it always has something to do. */
const LATEST_MS = 2_000;

// Written out, as the bundler looks for it: a page that opens on a conversation names their scripts and styles in its head.
const WaitingThread = dynamic(() => import("../thread/thread-pane.tsx").then((module) => module.ThreadPane), {
  loading: () => <LogSkeleton />,
});
const WaitingDetails = dynamic(() => import("../details/inbox-details.tsx").then((module) => module.InboxDetails));

/** The panes themselves once they are there: they are drawn in the same frame, where the ones above would wait for another. */
let loaded: { Thread: typeof ThreadPane; Details: typeof InboxDetails } | null = null;

async function load(): Promise<void> {
  const [thread, details] = await Promise.all([
    import("../thread/thread-pane.tsx"),
    import("../details/inbox-details.tsx"),
  ]);
  loaded = { Thread: thread.ThreadPane, Details: details.InboxDetails };
}

/** The open conversation and what is known beside it, whose scripts come after the list: an inbox opens on its list. */
export function LateThread(props: ComponentProps<typeof ThreadPane>) {
  const [Pane] = useState(() => loaded?.Thread ?? WaitingThread);
  return <Pane {...props} />;
}

export function LateDetails(props: ComponentProps<typeof InboxDetails>) {
  const [Pane] = useState(() => loaded?.Details ?? WaitingDetails);
  return <Pane {...props} />;
}

/** Fetches their scripts once the list is drawn, so that the first conversation opens as fast as the others. */
export function useLatePanes(): void {
  useEffect(() => {
    // Where it does not come now it is fetched with the first conversation, which says so if it fails.
    const read = () => void load().catch(() => undefined);
    // Safari has no such callback.
    if (typeof window.requestIdleCallback !== "function") {
      const timer = window.setTimeout(read, SOON_MS);
      return () => window.clearTimeout(timer);
    }
    const waiting = window.requestIdleCallback(read, { timeout: LATEST_MS });
    return () => window.cancelIdleCallback(waiting);
  }, []);
}

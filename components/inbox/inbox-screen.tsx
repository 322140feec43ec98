"use client";

import { useViewer } from "../shell/workspace.tsx";
import { InboxPanes } from "./inbox-panes.tsx";
import { InboxProvider } from "./inbox-context.tsx";
import { ListSkeleton } from "../list/list-faces.tsx";
import { NoInbox } from "./no-inbox.tsx";
import layout from "./inbox.module.css";

/** The inbox: views, list, open conversation and its details. */
export function InboxScreen() {
  const viewer = useViewer();
  if (!viewer) {
    return (
      <div className={layout.screen}>
        <div className={layout.views} />
        <div className={layout.list}>
          <ListSkeleton />
        </div>
      </div>
    );
  }
  if (viewer.plan === "GATEWAY") return <NoInbox />;
  return (
    <InboxProvider key={viewer.userId ?? ""} viewer={viewer}>
      <InboxPanes />
    </InboxProvider>
  );
}

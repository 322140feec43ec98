"use client";

import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { useLiveState } from "./live.tsx";
import classes from "./shell.module.css";

const WORDS = {
  live: { label: "Live", detail: "Live: changes appear as they happen" },
  catchingUp: { label: "Catching up", detail: "Catching up with what happened meanwhile" },
  offline: { label: "Offline", detail: "Offline: trying to reconnect" },
} as const;

/** Whether what is shown is up to date, as a dot: full when live, a ring when offline. */
export function ConnectionDot() {
  const state = useLiveState();
  return (
    <Tooltip label={WORDS[state].detail} position="right">
      <div className={classes.connection} role="status" data-testid="connection">
        <span className={classes.dot} data-state={state} />
        <VisuallyHidden>{WORDS[state].label}</VisuallyHidden>
      </div>
    </Tooltip>
  );
}

/** Says that the page may be out of date; the rail's dot alone is easy to miss, and narrow screens have no rail. */
export function OfflineNotice() {
  if (useLiveState() !== "offline") return null;
  return (
    <div className={classes.offline}>
      <IconCloudOff size={16} aria-hidden />
      Offline. What you see may be out of date; we keep trying to reconnect.
    </div>
  );
}

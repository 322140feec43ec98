"use client";

import { useEffect, useState } from "react";

/**
 * Whether this tab is the one of all that have the same name which acts for them; another takes over when it is closed.
 * Where a page is not served securely the browser has no such locks, and each tab acts for itself.
 */
export function useLeader(name: string): boolean {
  const [isLeader, setLeader] = useState(() => typeof navigator !== "undefined" && !hasLocks());
  useEffect(() => {
    if (!hasLocks()) return;
    const leaving = new AbortController();
    navigator.locks
      .request(name, { signal: leaving.signal }, async () => {
        setLeader(true);
        await new Promise<void>((leave) => leaving.signal.addEventListener("abort", () => leave(), { once: true }));
      })
      .catch(() => undefined);
    return () => {
      leaving.abort();
      setLeader(false);
    };
  }, [name]);
  return isLeader;
}

function hasLocks(): boolean {
  return "locks" in navigator;
}

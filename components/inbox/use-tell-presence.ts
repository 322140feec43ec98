"use client";

import { useEffect } from "react";
import { useInbox } from "./inbox-context.tsx";

/** Tells colleagues that this tab looks at the conversation, as long as the tab itself is looked at. */
export function useTellPresence(convId: string | null): void {
  const { presenceTeller } = useInbox();
  useEffect(() => {
    const follow = () => presenceTeller.look(document.visibilityState === "visible" ? convId : null);
    const leave = () => presenceTeller.look(null);
    follow();
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", leave);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [presenceTeller, convId]);
}

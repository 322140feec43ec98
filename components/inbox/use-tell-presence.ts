"use client";

import { useEffect } from "react";
import { afterPaint } from "./after-paint.ts";
import { useInbox } from "./inbox-context.tsx";

/** Tells colleagues that this tab looks at the conversation, as long as the tab itself is looked at. */
export function useTellPresence(convId: string | null): void {
  const { presenceTeller } = useInbox();
  useEffect(() => {
    let isOver = false;
    const follow = () => presenceTeller.look(document.visibilityState === "visible" ? convId : null);
    const leave = () => presenceTeller.look(null);
    // Nobody waits for it, and the messages are waited for.
    void afterPaint().then(() => isOver || follow());
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", leave);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", leave);
      void afterPaint().then(() => presenceTeller.leave(convId));
    };
  }, [presenceTeller, convId]);
}

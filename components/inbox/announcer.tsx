"use client";

import { VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { previewOf } from "./message-preview.ts";
import { newestSeq } from "./use-thread.ts";
import type { Bubble } from "./use-thread.ts";

const GATHER_MS = 1_000;

/** Tells those who listen what the customer writes while the thread is open: new messages only, a burst at once. */
export function Announcer({ bubbles, name }: { bubbles: readonly Bubble[]; name: string }) {
  const [said, setSaid] = useState("");
  const toldSeq = useRef<number | null>(null);

  useEffect(() => {
    toldSeq.current ??= newestSeq(bubbles);
    const timer = window.setTimeout(() => {
      const fresh = bubbles.filter((bubble) => !bubble.isAgent && !bubble.local && bubble.seq > (toldSeq.current ?? 0));
      toldSeq.current = newestSeq(bubbles);
      if (fresh.length > 0) setSaid(`${name}: ${fresh.map((bubble) => previewOf(bubble).text).join(". ")}`);
    }, GATHER_MS);
    return () => window.clearTimeout(timer);
  }, [bubbles, name]);

  return (
    <VisuallyHidden role="status" aria-live="polite">
      {said}
    </VisuallyHidden>
  );
}

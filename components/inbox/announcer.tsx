"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { previewOf } from "../messages/message-preview.ts";
import { newestSeq, type Bubble } from "../thread/use-thread.ts";

const GATHER_MS = 1_000;

type Props = {
  bubbles: readonly Bubble[];
  /** The messages are there, as the service has them now: what was said before the thread was opened is not news. */
  isLoaded: boolean;
  name: string;
};

/**
 * Tells those who listen what the customer writes while the thread is open: new messages only, a burst at once. Of what becomes of ours
 * it says only that one has failed, and says that at once.
 */
export function Announcer({ bubbles, isLoaded, name }: Props) {
  const inbox = useTranslations("inbox");
  const [said, setSaid] = useState("");
  const ofNotices = useTranslations("keys.notices");
  const [failure, setFailure] = useState("");
  const toldSeq = useRef<number | null>(null);
  const alive = useRef(new Set<string>());

  useEffect(() => {
    if (!isLoaded) return;
    toldSeq.current ??= newestSeq(bubbles);
    const timer = window.setTimeout(() => {
      const fresh = bubbles.filter((bubble) => !bubble.isAgent && !bubble.local && bubble.seq > (toldSeq.current ?? 0));
      toldSeq.current = newestSeq(bubbles);
      if (fresh.length > 0) setSaid(`${name}: ${fresh.map((bubble) => previewOf(bubble, inbox).text).join(". ")}`);
    }, GATHER_MS);
    return () => window.clearTimeout(timer);
  }, [bubbles, isLoaded, name, inbox]);

  const failedNow = useEffectEvent(() => {
    const failures = newFailures(bubbles, alive.current);
    if (failures.length === 0) return;
    const texts = failures.map((bubble) => previewOf(bubble, inbox).text).join(". ");
    setFailure(`${ofNotices("said.failedSend", { name })}: ${texts}`);
  });
  useEffect(() => failedNow(), [bubbles]);

  return (
    <>
      <VisuallyHidden role="status" aria-live="polite">
        {said}
      </VisuallyHidden>
      <VisuallyHidden aria-live="assertive">{failure}</VisuallyHidden>
    </>
  );
}

type Sent = { messageId: string; isAgent: boolean; status: string };

/**
 * Messages of ours that have failed before the reader's eyes: not those that were failed when they came on the page.
 * @param alive the ids of those that were seen otherwise; it is brought up to date.
 */
export function newFailures<Bubble extends Sent>(bubbles: readonly Bubble[], alive: Set<string>): Bubble[] {
  const failures = bubbles.filter(({ messageId, status }) => status === "failed" && alive.delete(messageId));
  for (const { messageId, isAgent, status } of bubbles) if (isAgent && status !== "failed") alive.add(messageId);
  return failures;
}

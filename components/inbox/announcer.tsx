"use client";

import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { previewOf } from "../messages/message-preview.ts";
import { newestSeq, type Bubble } from "../thread/use-thread.ts";

const GATHER_MS = 1_000;

type Props = {
  bubbles: readonly Bubble[];
  /** Whether the current messages are loaded. Messages from before the thread was opened are not announced. */
  isLoaded: boolean;
  name: string;
};

/**
 * Announces to screen readers what the contact writes while the thread is open: new messages only, a burst together. Of the team's
 * messages it announces only failures, and at once.
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
 * The team's messages that have failed while the page was open. Messages that had already failed when they were loaded are left out.
 * @param alive the ids of messages seen in another state. The function updates it.
 */
export function newFailures<Bubble extends Sent>(bubbles: readonly Bubble[], alive: Set<string>): Bubble[] {
  const failures = bubbles.filter(({ messageId, status }) => status === "failed" && alive.delete(messageId));
  for (const { messageId, isAgent, status } of bubbles) if (isAgent && status !== "failed") alive.add(messageId);
  return failures;
}

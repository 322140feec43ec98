"use client";

import { useState } from "react";
import type { UnreadAtOpening } from "./first-new.ts";
import { newestSeq, type Bubble } from "./use-thread.ts";

/**
 * The unread state when the conversation was opened, kept for the visit. Reading clears the mark in the list, but not the line in the
 * thread.
 * @param isFresh whether the messages are from the opening or later. An older cache may end before the first unread message.
 */
export function useOpeningUnread(unreadCount: number, bubbles: readonly Bubble[], isFresh: boolean): UnreadAtOpening {
  const [count] = useState(unreadCount);
  const [unread, setUnread] = useState<UnreadAtOpening | null>(null);
  if (unread) return unread;
  const found = { count, upToSeq: newestSeq(bubbles) };
  if (isFresh) setUnread(found);
  return isFresh ? found : NOTHING;
}

const NOTHING: UnreadAtOpening = { count: 0, upToSeq: 0 };

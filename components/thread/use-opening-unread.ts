"use client";

import { useState } from "react";
import type { UnreadAtOpening } from "./first-new.ts";
import { newestSeq, type Bubble } from "./use-thread.ts";

/**
 * What was unread when the conversation was opened, kept for the visit: reading takes the mark away from the list, not the line
 * from the thread.
 * @param isFresh whether the messages are as they were when it was opened, or were read since: an older cache may end before the first
 * unread one.
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

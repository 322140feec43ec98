"use client";

import { useCallback, useMemo, useState } from "react";
import type { ConvRow } from "../inbox/documents.ts";
import { firstNewId, type UnreadAtOpening } from "./first-new.ts";
import { bubbleKey } from "../offline/open-outbox.ts";
import { buildTimeline, convKey, type TimelineItem } from "./timeline.ts";
import { useEarlierConvs } from "./use-earlier-convs.ts";
import type { MergedLog } from "./use-merged-log.ts";
import type { Bubble } from "./use-thread.ts";

const NONE: Bubble[] = [];

/** The lines of the log, and the relations between its bubbles. */
export function useLogItems({ thread, together }: MergedLog, row: ConvRow, unread: UnreadAtOpening) {
  const { log, bubbles } = thread;
  const [openRuns, setOpenRuns] = useState<ReadonlySet<string>>(new Set());
  // Earlier conversations appear only after the start of the open one is loaded.
  const earlier = useEarlierConvs(row, !log.hasOlder, together);
  const above = log.hasOlder ? NONE : earlier.bubbles;
  const next = log.hasOlder ? null : earlier.next;
  const newId = firstNewId(bubbles, unread);

  const shown = useMemo(() => [...above, ...log.bubbles], [above, log.bubbles]);
  const items = useMemo((): TimelineItem<Bubble>[] => {
    const lines = buildTimeline(shown, ({ messageId }) => bubbleKey(messageId), {
      ...{ firstNewId: newId, openRuns, together },
    });
    return next ? [{ kind: "conv", key: convKey(next.id), convId: next.id }, ...lines] : lines;
  }, [shown, newId, openRuns, together, next]);
  const byId = useMemo(() => new Map(shown.map((bubble) => [bubble.messageId, bubble])), [shown]);
  const sentAgain = useMemo(() => new Set(shown.map((bubble) => bubble.resendOfId)), [shown]);
  const places = useMemo(() => {
    const found = new Map<string, number>();
    items.forEach((item, index) => {
      if (item.kind === "message" || item.kind === "system") found.set(item.message.messageId, index);
      // If the run is open, its lines follow below and overwrite these positions.
      if (item.kind === "run") for (const { messageId } of item.messages) found.set(messageId, index);
    });
    return found;
  }, [items]);

  const toggleRun = useCallback(
    (key: string) =>
      setOpenRuns((open) =>
        open.has(key) ? new Set([...open].filter((other) => other !== key)) : new Set(open).add(key),
      ),
    [],
  );
  return { items, earlier, byId, sentAgain, indexOf: (id: string | null) => places.get(id ?? "") ?? -1, toggleRun };
}

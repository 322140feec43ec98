"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { ApiError, isPassing } from "../graphql/gql-request.ts";
import { useLiveState } from "../shell/live.tsx";
import { failed } from "../ui/toasts.tsx";
import type { Doing, Outcome } from "./action-queue.ts";
import { actionWord, obstacleTo, type WaitingAction } from "./actions.ts";
import { askAction } from "../inbox/ask-action.ts";
import { actionQueueOf } from "./open-actions.ts";
import { outboxOf } from "./open-outbox.ts";
import { readRows } from "../inbox/queries.ts";
import { createRowRefresher, type InboxCache } from "../list/row-cache.ts";

/** Retry interval after an error of the service. With an empty queue, no request is sent. */
const AGAIN_MS = 30_000;

/**
 * Sends queued messages and runs queued actions when the event stream is connected again. Reports actions that could not be done, with the
 * reason.
 */
export function useWaiting(cache: InboxCache, userId: string): void {
  const t = useTranslations("bulk.waits");
  const { workspaceId, viewerAgentId, client } = cache;
  const isLive = useLiveState() === "live";
  const outbox = useMemo(() => outboxOf(userId, client), [userId, client]);

  const doing = useMemo((): Doing => {
    const refreshRows = createRowRefresher({ workspaceId, viewerAgentId, client });
    return {
      isHeld: (convId) =>
        outbox.store
          .entries()
          .some((entry) => entry.userId === userId && entry.convId === convId && entry.refusal === null),
      act: async (action) => {
        const outcome = await actOn(action, viewerAgentId);
        if (outcome !== "away" && outcome !== "stumbled") void refreshRows([action.convId]);
        return outcome;
      },
      report: ({ what, name }, why) => {
        if (what.kind === "read") return;
        failed(
          t(`not.${actionWord(what)}`, { name }),
          new Error(typeof why === "string" ? t(`why.${why}`) : why.reason),
        );
      },
    };
  }, [workspaceId, viewerAgentId, client, outbox, userId, t]);

  useEffect(() => outbox.connect(), [outbox]);
  useEffect(() => {
    if (!isLive) return;
    outbox.store.pump();
    const flush = () => void actionQueueOf(userId).flush(workspaceId, doing);
    flush();
    // A conversation's messages are sent before its actions, so flush after each change of the outbox.
    const stop = outbox.store.subscribe(flush);
    const again = window.setInterval(flush, AGAIN_MS);
    return () => {
      stop();
      window.clearInterval(again);
    };
  }, [isLive, outbox, userId, workspaceId, doing]);
}

/** Errors after which the action waits for the next sign-in. */
const SIGNED_OUT = new Set(["UNAUTHENTICATED", "INVALID_TOKEN"]);

/** Runs the action, unless the conversation has changed since. */
async function actOn(action: WaitingAction, viewerAgentId: string | null): Promise<Outcome> {
  try {
    const [row = null] = await readRows(action.workspaceId, [action.convId]);
    const obstacle = obstacleTo(action, row, viewerAgentId, Date.now());
    if (obstacle === "done") return "done";
    if (obstacle) return { not: obstacle };
    if (row) await askAction(action.workspaceId, row, action.what);
    return "done";
  } catch (error) {
    if (!(error instanceof ApiError)) return "stumbled";
    if (error.code === "INTERNAL") return "stumbled";
    return isPassing(error) || SIGNED_OUT.has(error.code) ? "away" : { not: { reason: error.message } };
  }
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { ApiError, gqlRequest, isPassing } from "../graphql/gql-request.ts";
import { useLiveState } from "../shell/live.tsx";
import { failed } from "../ui/toasts.tsx";
import { SNOOZE_CONV, UNSNOOZE_CONV } from "../list/bulk-documents.ts";
import type { Doing, Outcome } from "./action-queue.ts";
import { actionWord, obstacleTo, type WaitingAction } from "./actions.ts";
import type { ConvRow } from "../inbox/documents.ts";
import {
  ASSIGN_CONV,
  END_CONV,
  MARK_UNREAD,
  PATCH_CONV,
  SET_CONV_READ,
  TAG_CONV,
} from "../inbox/mutation-documents.ts";
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
    if (row) await ask(action, row);
    return "done";
  } catch (error) {
    if (!(error instanceof ApiError)) return "stumbled";
    if (error.code === "INTERNAL") return "stumbled";
    return isPassing(error) || SIGNED_OUT.has(error.code) ? "away" : { not: { reason: error.message } };
  }
}

function ask({ workspaceId, integrationId, convId, what }: WaitingAction, { tags }: ConvRow): Promise<unknown> {
  const conv = { workspaceId, integrationId, convId };
  switch (what.kind) {
    case "end":
      return gqlRequest(END_CONV, conv);
    case "assign":
      return gqlRequest(ASSIGN_CONV, {
        ...conv,
        ...(what.isAi ? { isAi: true } : what.agentId ? { agentId: what.agentId } : {}),
      });
    case "snooze":
      return gqlRequest(SNOOZE_CONV, { workspaceId, convId, until: what.until, onlyMe: what.onlyMe });
    case "unsnooze":
      return gqlRequest(UNSNOOZE_CONV, { workspaceId, convId });
    case "tags": {
      const others = tags.filter((tag) => !what.add.includes(tag) && !what.remove.includes(tag));
      return gqlRequest(TAG_CONV, { ...conv, tags: [...others, ...what.add] });
    }
    case "stage":
      return gqlRequest(PATCH_CONV, { ...conv, stageId: what.stageId });
    case "orderNo":
      return gqlRequest(PATCH_CONV, { ...conv, orderNo: what.orderNo });
    case "read":
      return gqlRequest(SET_CONV_READ, { workspaceId, convId, seq: what.seq });
    case "unread":
      return gqlRequest(MARK_UNREAD, { workspaceId, convId, fromSeq: what.fromSeq });
  }
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { ApiError, gqlRequest, isPassing } from "../graphql/gql-request.ts";
import { useLiveState } from "../shell/live.tsx";
import { failed } from "../ui/toasts.tsx";
import { SNOOZE_CONV } from "./bulk-documents.ts";
import { createDeedQueue, deedWord, obstacleTo } from "./deed-queue.ts";
import type { DeedQueue, Outcome, WaitingDeed } from "./deed-queue.ts";
import { ASSIGN_CONV, END_CONV } from "./mutation-documents.ts";
import type { OutboxStore } from "./outbox-store.ts";
import { readRows } from "./queries.ts";
import type { InboxCache } from "./row-cache.ts";

/** Where the service stumbled over one; with nothing to do it is asked for nothing. */
const AGAIN_MS = 30_000;

type Needs = {
  userId: string;
  cache: InboxCache;
  outbox: OutboxStore;
  refreshRows: (ids: Iterable<string>) => Promise<void>;
};

/** What was done to conversations while the service could not be reached: it is done once the stream stands again, or said why not. */
export function useDeedQueue({ userId, cache, outbox, refreshRows }: Needs): DeedQueue {
  const t = useTranslations("bulk.waits");
  const { workspaceId, viewerAgentId } = cache;
  const liveState = useLiveState();

  const queue = useMemo(() => {
    const act = async (deed: WaitingDeed) => {
      const outcome = await actOn(deed, viewerAgentId);
      if (outcome !== "away") void refreshRows([deed.convId]);
      return outcome;
    };
    return createDeedQueue({
      userId,
      storage: typeof window === "undefined" ? { getItem: () => null, setItem: () => undefined } : window.localStorage,
      isHeld: (convId) => outbox.entries().some((entry) => entry.convId === convId && entry.refusal === null),
      act,
      tell: ({ what, name }, why) =>
        failed(t(`not.${deedWord(what)}`, { name }), new Error(typeof why === "string" ? t(`why.${why}`) : why.reason)),
      exclusively: async (name, work) =>
        "locks" in navigator ? await navigator.locks.request(name, work) : await work(),
    });
  }, [userId, viewerAgentId, outbox, refreshRows, t]);

  const isLive = liveState === "live";
  useEffect(() => {
    if (!isLive) return;
    const flush = () => void queue.flush(workspaceId);
    flush();
    // What was written in a conversation goes before what was done to it.
    const stop = outbox.subscribe(flush);
    const again = window.setInterval(flush, AGAIN_MS);
    return () => {
      stop();
      window.clearInterval(again);
    };
  }, [isLive, queue, outbox, workspaceId]);
  return queue;
}

/** Waits for the next sign-in. */
const SIGNED_OUT = new Set(["UNAUTHENTICATED", "INVALID_TOKEN"]);

/** Does it, unless the conversation has become another since. */
async function actOn(deed: WaitingDeed, viewerAgentId: string | null): Promise<Outcome> {
  try {
    const [row = null] = await readRows(deed.workspaceId, [deed.convId]);
    const obstacle = obstacleTo(deed, row, viewerAgentId, Date.now());
    if (obstacle === "done") return "done";
    if (obstacle) return { not: obstacle };
    await ask(deed);
    return "done";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return isPassing(error) || SIGNED_OUT.has(error.code) ? "away" : { not: { reason: error.message } };
  }
}

function ask({ workspaceId, integrationId, convId, what }: WaitingDeed): Promise<unknown> {
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
  }
}

"use client";

import { useEffect, useMemo } from "react";
import type { LiveChange } from "../shell/live-store.ts";
import { useLiveEvents, useLiveOwn } from "../shell/live.tsx";
import { readAgain } from "../shell/read-again.ts";
import { coalesce } from "../offline/coalesce.ts";
import type { ConvRow } from "./documents.ts";
import { useInbox } from "./inbox-context.tsx";
import { inboxKeys, rereadMessage, type Thread, type Stretch } from "./queries.ts";
import { applyRows } from "../list/row-cache.ts";

const CLIENT_EVENTS = new Set(["CLIENT_UPDATED", "CLIENT_CHANGED"]);
/** They change which conversations a contact has open. */
const CONVS_EVENTS = new Set(["NEW_CONV", "ENDING_CONV"]);

/** Follows the workspace's events: reads the changed rows again, and the newest messages of the open thread. */
export function useLiveInbox(openConvId: string | null): void {
  const { workspaceId, cache, refreshRows } = useInbox();
  const { client } = cache;

  // While another page is open, the inbox receives no events. So everything is stale after a return.
  useEffect(
    () => () => {
      // What is still on its way would count as fresh when it comes.
      for (const queryKey of [inboxKeys.threads(workspaceId), inboxKeys.clients(workspaceId)])
        void client.cancelQueries({ queryKey });
      void client.invalidateQueries({ queryKey: ["inbox", workspaceId], refetchType: "none" });
    },
    [client, workspaceId],
  );

  const refetchThread = useMemo(() => {
    const queryKey = openConvId ? inboxKeys.thread(workspaceId, openConvId) : null;
    return coalesce(async () => {
      if (queryKey) await readAgain(client, { queryKey });
    });
  }, [client, workspaceId, openConvId]);

  /** Threads that the log shows besides the open one. */
  const refetchShown = useMemo(() => {
    const queryKey = inboxKeys.threads(workspaceId);
    const isDue = ({ state }: { state: { isInvalidated: boolean } }) => state.isInvalidated;
    return coalesce(() => client.refetchQueries({ queryKey, type: "active", predicate: isDue }));
  }, [client, workspaceId]);

  /** Reads a changed message again if it is loaded but too old for the newest page. */
  function rereadIfOld(change: LiveChange): void {
    if (!change.convId || !change.messageId) return;
    const thread = client.getQueryData<Thread>(inboxKeys.thread(workspaceId, change.convId));
    const stretch = client.getQueryData<Stretch | null>(inboxKeys.stretch(workspaceId, change.convId));
    const isIt = (known: { messageId: string }) => known.messageId === change.messageId;
    const index = thread?.messages.findIndex(isIt) ?? -1;
    const message = stretch?.messages.find(isIt) ?? thread?.messages[index];
    if (!thread || !message || index >= thread.messages.length - 30) return;
    rereadMessage(workspaceId, change.convId, message, client).catch(() => undefined);
  }

  function rowsOfClients(clientIds: ReadonlySet<string>): string[] {
    if (clientIds.size === 0) return [];
    const rows = client.getQueriesData<ConvRow | null>({ queryKey: ["inbox", workspaceId, "row"] });
    return rows.flatMap(([, row]) => (row && clientIds.has(row.clientId) ? [row.id] : []));
  }

  // Refresh rows that the viewer has read, written to or been mentioned in on another device.
  useLiveOwn(({ convId }) => {
    if (convId) void refreshRows([convId]);
  });

  useLiveEvents((changes) => {
    const { seen, gone } = sortByConv(changes);
    if (gone.size > 0) applyRows(cache, [], gone);
    for (const convId of gone) client.removeQueries({ queryKey: inboxKeys.thread(workspaceId, convId) });
    if (openConvId !== null && seen.has(openConvId)) void refetchThread();
    // Threads that are not shown are read again when they are. One pass handles a whole burst.
    const isOther = (convId: unknown) => typeof convId === "string" && convId !== openConvId && seen.has(convId);
    void readAgain(client, {
      queryKey: inboxKeys.threads(workspaceId),
      predicate: ({ queryKey }) => isOther(queryKey[3]),
      refetchType: "none",
    });
    void refetchShown();
    for (const change of changes) rereadIfOld(change);
    const moved = clientsOf(changes, CONVS_EVENTS);
    void readAgain(client, {
      queryKey: inboxKeys.clients(workspaceId),
      predicate: ({ queryKey: [, , , clientId, part] }) => part === "convs" && moved.has(clientId as string),
    });
    const clientIds = clientsOf(changes, CLIENT_EVENTS);
    for (const clientId of clientIds) void readAgain(client, { queryKey: inboxKeys.client(workspaceId, clientId) });
    // Include deleted rows, because a running list request may still bring them back.
    const ids = new Set([...seen, ...gone, ...rowsOfClients(clientIds)]);
    if (ids.size > 0) void refreshRows(ids);
  });
}

function clientsOf(changes: LiveChange[], names: ReadonlySet<string>): Set<string> {
  return new Set(
    changes.flatMap(({ name, clientId }) => (clientId !== undefined && names.has(name) ? [clientId] : [])),
  );
}

/** The last event of each conversation counts, because a conversation may leave the viewer's access and return. */
function sortByConv(changes: LiveChange[]): { seen: Set<string>; gone: Set<string> } {
  const last = new Map<string, boolean>();
  for (const { convId, gone } of changes) if (convId) last.set(convId, gone ?? false);
  const pick = (isGone: boolean) => new Set([...last].filter(([, gone]) => gone === isGone).map(([convId]) => convId));
  return { seen: pick(false), gone: pick(true) };
}

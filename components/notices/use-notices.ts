"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import type { LiveChange } from "../shell/live-store.ts";
import { useLiveEvents, useLiveOwn } from "../shell/live.tsx";
import { closingNotices, noticesOf, riskNotices, type Known } from "./find-notices.ts";
import type { Notice } from "./notice.ts";
import { ownRowsForNotices, rowsAtRisk, rowsForNotices } from "./notice-queries.ts";

/** A burst of events causes one check and one sound. */
const GATHER_MS = 700;
/** Interval between checks for reply windows that are about to close. */
const WINDOWS_MS = 60_000;

type Needs = { workspaceId: number; agentId: string; isLeader: boolean };

/**
 * Finds the agent's notices in the leader tab and sends them to all tabs. A failed read causes no notice: the lists show the
 * error.
 */
export function useNotices({ workspaceId, agentId, isLeader }: Needs, handler: (notices: Notice[]) => void): void {
  const known = useRef<Known>({ mine: new Set(), told: new Set() });
  const gathered = useRef<LiveChange[]>([]);
  const timer = useRef<number | undefined>(undefined);
  /** Resolves once the agent's conversations are known. Before that, any change of them would look like an assignment. */
  const begun = useRef<Promise<void> | null>(null);
  /** The channel to the person's other tabs, while this one is mounted. */
  const channel = useRef<BroadcastChannel | null>(null);

  function notify(notices: Notice[]): void {
    if (notices.length === 0) return;
    channel.current?.postMessage(notices);
    handler(notices);
  }

  async function look(): Promise<void> {
    const changes = gathered.current;
    [gathered.current, timer.current] = [[], undefined];
    await begun.current;
    const ids = [...new Set(changes.flatMap(({ convId }) => convId ?? []))];
    const rows = await rowsForNotices(workspaceId, ids).catch(() => []);
    notify(noticesOf(changes, rows, agentId, known.current));
  }

  /** A message's status concerns this agent only in their own conversations. */
  const isNews = ({ name, convId = "" }: LiveChange) =>
    name === "INCOMING_MESSAGE" ||
    name === "CONV_CHANGED" ||
    (name === "MESSAGE_UPDATED" && known.current.mine.has(convId));

  useLiveEvents((changes) => {
    if (!isLeader) return;
    const telling = changes.filter((change) => change.convId && !change.gone && isNews(change));
    gathered.current.push(...telling);
    if (telling.length > 0) timer.current ??= window.setTimeout(() => void look(), GATHER_MS);
  });

  useLiveOwn(({ what, convId }) => {
    if (!isLeader || what !== "mention" || !convId) return;
    const toNotice = ({ id, clientName }: { id: string; clientName: string }): Notice => {
      return { id: `mention ${id} ${Date.now()}`, event: "mention", convId: id, name: clientName };
    };
    void rowsForNotices(workspaceId, [convId])
      .catch(() => [])
      .then((rows) => notify(rows.map(toNotice)));
  });

  const lookAtWindows = useEffectEvent(async () => {
    const rows = await ownRowsForNotices(workspaceId).catch(() => []);
    for (const { id } of rows) known.current.mine.add(id);
    const atRisk = await rowsAtRisk(workspaceId).catch(() => []);
    notify([...closingNotices(rows, known.current, Date.now()), ...riskNotices(atRisk, agentId, known.current)]);
  });
  useEffect(() => {
    if (!isLeader) return;
    begun.current = lookAtWindows();
    const again = window.setInterval(() => void lookAtWindows(), WINDOWS_MS);
    return () => window.clearInterval(again);
  }, [isLeader]);

  const hear = useEffectEvent(handler);
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return;
    const opened = new BroadcastChannel(`notices ${workspaceId} ${agentId}`);
    opened.onmessage = (event: MessageEvent<Notice[]>) => {
      // Remember them, so that this tab does not repeat them if it becomes the leader.
      for (const { id } of event.data) known.current.told.add(id);
      hear(event.data);
    };
    channel.current = opened;
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [workspaceId, agentId]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
}

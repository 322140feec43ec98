"use client";

import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { paths } from "../paths.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { useViewer } from "../shell/workspace.tsx";
import { waysToNotify, type Notice } from "./notice.ts";
import { noticeLog } from "./notice-log.ts";
import { playTone } from "./play-tone.ts";
import { renewPush, type PushPlace } from "./push.ts";
import { useNotices } from "./use-notices.ts";
import { useTabBadge } from "./use-tab-badge.ts";
import { useUnread } from "./use-unread.ts";
import { useLiveOwn } from "../shell/live.tsx";

/** More notices of one burst appear as a number: no one reads a wall of toasts. */
const MOST_SHOWN = 2;

/** Notifies an agent on every page of the portal. Viewers without an agent get no notices. */
export function NoticeCentre() {
  const viewer = useViewer();
  if (!viewer?.agentId || viewer.plan === "GATEWAY") return null;
  const { workspaceId, agentId, userId, pushKey } = viewer;
  const key = `${workspaceId} ${agentId}`;
  return (
    <>
      <AgentNotices key={key} workspaceId={workspaceId} agentId={agentId} />
      {userId ? <PushRenewal key={`push ${key}`} workspaceId={workspaceId} userId={userId} pushKey={pushKey} /> : null}
    </>
  );
}

/** Renews push notices under the current sign-in, if the person turned them on in this browser. */
function PushRenewal({ workspaceId, userId, pushKey }: PushPlace) {
  usePushClicks();
  useCloseRead();
  useEffect(() => {
    // A failed renewal is repeated the next time the portal opens.
    void renewPush({ workspaceId, userId, pushKey }).catch(() => undefined);
  }, [workspaceId, userId, pushKey]);
  return null;
}

function AgentNotices({ workspaceId, agentId }: { workspaceId: number; agentId: string }) {
  const t = useTranslations("keys.notices");
  const router = useRouter();
  const [preferences] = usePreferences();
  const isLeader = useLeader(`notices ${workspaceId} ${agentId}`);
  useTabBadge(useUnread(workspaceId));

  const pathOf = ({ convId }: Notice) => paths.inbox(workspaceId, convId);

  function show(notice: Notice, others: number) {
    notifications.show({
      id: notice.id,
      role: "status",
      color: notice.event === "failedSend" ? "red" : "petrol",
      message: (
        <>
          {t(`said.${notice.event}`, { name: notice.name })}{" "}
          <Anchor
            inherit
            href={pathOf(notice)}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              notifications.hide(notice.id);
              router.push(pathOf(notice));
            }}
          >
            {t("open")}
          </Anchor>
          {others > 0 ? ` ${t("more", { count: others })}` : null}
        </>
      ),
    });
  }

  // Another agent or workspace begins a new list.
  useEffect(() => noticeLog.clear, []);
  useLiveOwn(({ what, convId }) => {
    if (what === "read" && convId) noticeLog.drop(convId);
  });
  useNotices({ workspaceId, agentId, isLeader }, (all) => {
    // No notice for the conversation that the person is looking at.
    const isSeen = (notice: Notice) => document.hasFocus() && window.location.pathname === pathOf(notice);
    const { shown, desktop, hasSound } = waysToNotify(
      all.filter((notice) => !isSeen(notice)),
      preferences,
      new Date(),
    );
    noticeLog.add(shown, Date.now());
    if (document.visibilityState === "visible") {
      const rest = Math.max(0, shown.length - MOST_SHOWN);
      shown.slice(0, MOST_SHOWN).forEach((notice, index) => show(notice, index === MOST_SHOWN - 1 ? rest : 0));
    }
    if (!isLeader) return;
    if (hasSound) void playTone();
    const [first, ...others] = desktop;
    if (!first || document.hasFocus()) return;
    void raise({
      title: t(`said.${first.event}`, { name: first.name }),
      body: others.length > 0 ? t("more", { count: others.length }) : "",
      tag: first.convId,
      url: pathOf(first),
      onOpen: () => router.push(pathOf(first)),
    });
  });
  return null;
}

/** While the portal is open here, closes this device's notices of a conversation that the person has read on any device. */
function useCloseRead(): void {
  useLiveOwn(({ what, convId }) => {
    if (what === "read" && convId) void closeNotices(convId);
  });
}

/** Notices of a conversation have its ID as tag (server/notices/send-push.ts). */
async function closeNotices(convId: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications({ tag: convId })) ?? []) notice.close();
}

/** Opens the conversation of a clicked notice, if the worker chose this window for it (public/push-worker.js). */
function usePushClicks(): void {
  const router = useRouter();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const listener = ({ data }: MessageEvent<{ kind?: string; url?: string } | null>) => {
      if (data?.kind === "openThread" && data.url && data.url !== window.location.pathname) router.push(data.url);
    };
    navigator.serviceWorker.addEventListener("message", listener);
    return () => navigator.serviceWorker.removeEventListener("message", listener);
  }, [router]);
}

type Raised = { title: string; body: string; tag: string; url: string; onOpen: () => void };

/**
 * Shows a desktop notification, if the person allowed it and the browser supports it.
 * With the push worker (public/push-worker.js), the worker shows it: a pushed notice of the same conversation then replaces it,
 * so the person sees only one.
 */
export async function raise({ title, body, tag, url, onOpen }: Raised): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    const worker = "serviceWorker" in navigator ? await navigator.serviceWorker.getRegistration() : undefined;
    if (worker?.active) return await worker.showNotification(title, { body, tag, data: { url } });
    const raised = new Notification(title, { body, tag });
    raised.onclick = () => {
      window.focus();
      onOpen();
      raised.close();
    };
  } catch {
    // On phones, only a service worker may show notifications.
  }
}

/**
 * Whether this tab is the leader of all tabs with the same name. Another one takes over when it closes.
 * Without HTTPS the browser has no locks, and each tab acts for itself.
 */
function useLeader(name: string): boolean {
  const [isLeader, setLeader] = useState(() => typeof navigator !== "undefined" && !hasLocks());
  useEffect(() => {
    if (!hasLocks()) return;
    const leaving = new AbortController();
    navigator.locks
      .request(name, { signal: leaving.signal }, async () => {
        setLeader(true);
        await new Promise<void>((leave) => leaving.signal.addEventListener("abort", () => leave(), { once: true }));
      })
      .catch(() => undefined);
    return () => {
      leaving.abort();
      setLeader(false);
    };
  }, [name]);
  return isLeader;
}

function hasLocks(): boolean {
  return "locks" in navigator;
}

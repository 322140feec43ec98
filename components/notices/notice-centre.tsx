"use client";

import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { paths } from "../paths.ts";
import { usePreferences } from "../shell/preferences.ts";
import { useViewer } from "../shell/workspace.tsx";
import { waysToNotify, type Notice } from "./notice.ts";
import { playTone } from "./play-tone.ts";
import { renewPush, type PushPlace } from "./push.ts";
import { useNotices } from "./use-notices.ts";
import { useTabBadge } from "./use-tab-badge.ts";
import { useUnread } from "./use-unread.ts";
import { useLiveOwn } from "../shell/live.tsx";

/** More of one burst are a number: a wall of toasts is read by nobody. */
const MOST_SHOWN = 2;

/** Tells an agent of what concerns them, on every page of the portal; those without an agent are told nothing. */
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

/** This browser is told while the portal is closed, where its person chose it: under today's sign-in. */
function PushRenewal({ workspaceId, userId, pushKey }: PushPlace) {
  usePushClicks();
  useCloseRead();
  useEffect(() => {
    // What cannot be renewed now is renewed the next time that the portal is opened.
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
      color: notice.event === "failedSend" ? "red" : "sea",
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

  useNotices({ workspaceId, agentId, isLeader }, (all) => {
    // What is before one's eyes needs no telling.
    const isSeen = (notice: Notice) => document.hasFocus() && window.location.pathname === pathOf(notice);
    const { shown, desktop, hasSound } = waysToNotify(
      all.filter((notice) => !isSeen(notice)),
      preferences,
      new Date(),
    );
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

/** Takes the device's notice of a thread away once the person has read it, on whichever device; while the portal is open here. */
function useCloseRead(): void {
  useLiveOwn(({ what, convId }) => {
    if (what === "read" && convId) void closeNotices(convId);
  });
}

/** Notices of a thread have its id for a tag (server/notices/send-push.ts). */
async function closeNotices(convId: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notice of (await registration?.getNotifications({ tag: convId })) ?? []) notice.close();
}

/** Goes to the thread whose notice was clicked, where this window was chosen for it (public/push-worker.js). */
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
 * Shows it on the person's desktop, where they have allowed it and the browser can. Where this browser has the worker that tells while
 * the portal is closed (public/push-worker.js) it is shown in the worker's name: what is pushed of the same thread takes its place
 * then, and nobody is told twice.
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
    // Phones let only a service worker do it.
  }
}

/**
 * Whether this tab is the one of all that have the same name which acts for them; another takes over when it is closed.
 * Where a page is not served securely the browser has no such locks, and each tab acts for itself.
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

"use client";

import { Anchor } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { paths } from "../paths.ts";
import { usePreferences } from "../shell/preferences.ts";
import { useViewer } from "../shell/workspace.tsx";
import { deedsOf, type Notice } from "./notice.ts";
import { playTone } from "./play-tone.ts";
import { renewPush, type PushPlace } from "./push.ts";
import { raise } from "./raise.ts";
import { useLeader } from "./use-leader.ts";
import { useNotices } from "./use-notices.ts";
import { useCloseRead } from "./use-close-read.ts";
import { usePushClicks } from "./use-push-clicks.ts";
import { useTabBadge } from "./use-tab-badge.ts";
import { useUnread } from "./use-unread.ts";

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
    const { shown, desktop, hasSound } = deedsOf(
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

"use client";

import { useTranslations, useLocale } from "next-intl";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect } from "react";
import { ChannelAlarm } from "../channels/channel-alarm.tsx";
import { KeysProvider } from "../keys/keys-provider.tsx";
import { NoticeCentre } from "../notices/notice-centre.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { OfflineNotice } from "./connection.tsx";
import { Entrance } from "./entrance.tsx";
import { LiveProvider, useLiveEvents } from "./live.tsx";
import { Rail } from "./rail.tsx";
import { RailSlotsProvider } from "./rail-slots.tsx";
import { useRail } from "./use-rail.ts";
import classes from "./shell.module.css";
import { WorkspaceProvider, useWorkspaceId } from "./workspace.tsx";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { viewerQuery, savePreferences } from "./queries.ts";
import { readAgain } from "./read-again.ts";
import { workspaceKey } from "./workspace-key.ts";
import { useRouter } from "next/navigation";
import { keepLocale } from "../i18n/locale-cookie.ts";
import { languageOf } from "../i18n/locales.ts";
import { usePreferences, unkept } from "./use-preferences.ts";

const CONTENT_ID = "content";

// Loaded later, because nothing of it is visible at first.
const InboxBackground = dynamic(
  () => import("../inbox/inbox-background.tsx").then(({ InboxBackground: each }) => each),
  { ssr: false },
);

type Props = {
  workspaceId: number;
  /** The ID of the signed-in person. */
  userId: string;
  /** The event-log cursor from which to follow the page's initial data. null: the page has no initial data. */
  liveFrom: string | null;
  /** The build of the page. null: unknown. */
  build: string | null;
  children: ReactNode;
};

/** The frame of every signed-in page: rail (bottom bar below 768 px), live stream, and the section. */
export function PortalShell({ workspaceId, userId, liveFrom, build, children }: Props) {
  const t = useTranslations("shell");
  return (
    <WorkspaceProvider workspaceId={workspaceId}>
      <LiveProvider
        key={`${workspaceId} ${userId}`}
        workspaceId={workspaceId}
        userId={userId}
        from={liveFrom}
        build={build}
      >
        <KeysProvider>
          <FollowWorkspace />
          <FollowLanguage />
          <KeepPreferences />
          <NoticeCentre />
          <a href={`#${CONTENT_ID}`} className={classes.skip}>
            {t("skip")}
          </a>
          <Frame>{children}</Frame>
        </KeysProvider>
      </LiveProvider>
    </WorkspaceProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { isCollapsed } = useRail();
  const [{ density }] = usePreferences();
  return (
    <RailSlotsProvider>
      <div className={classes.shell} data-rail={isCollapsed ? "min" : "full"} data-density={density}>
        <Rail />
        <main className={classes.main}>
          <OfflineNotice />
          <ChannelAlarm />
          <InboxBackground />
          <div id={CONTENT_ID} tabIndex={-1} className={classes.content}>
            <Entrance>{children}</Entrance>
          </div>
        </main>
        <footer className={classes.bar}>
          <BottomBar />
        </footer>
      </div>
    </RailSlotsProvider>
  );
}

/** Reads the workspace and the viewer's permissions again after someone has changed the workspace. */
function FollowWorkspace() {
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  useLiveEvents((changes) => {
    if (!changes.some(({ name }) => name === "WORKSPACE_CHANGED")) return;
    void readAgain(queryClient, { queryKey: workspaceKey(workspaceId) });
    void readAgain(queryClient, { queryKey: viewerQuery(workspaceId).queryKey });
  });
  return null;
}

/**
 * Renders the portal again in place if the person's chosen language differs from the current one: chosen here, on another
 * device, or before they used this browser.
 */
function FollowLanguage() {
  const shown = languageOf(useLocale());
  const [{ locale: chosen }] = usePreferences();
  const router = useRouter();
  useEffect(() => {
    if (chosen === null || chosen === shown) return;
    keepLocale(chosen);
    router.refresh();
  }, [chosen, shown, router]);
  return null;
}

/** Saves pending preference changes when the page closes. */
function KeepPreferences() {
  const workspaceId = useWorkspaceId();
  const cache = useQueryClient();
  useEffect(() => {
    const leave = () => void keepUnkept(cache, workspaceId);
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [workspaceId, cache]);
  return null;
}

/** Sends all pending changes once more, because those that wait for an earlier one never start when a page closes. */
export async function keepUnkept(cache: QueryClient, workspaceId: number): Promise<void> {
  const changes = unkept(cache, workspaceId);
  if (Object.keys(changes).length === 0) return;
  // The page is closing, so no one can see an error.
  await savePreferences(workspaceId, changes).catch(() => undefined);
}

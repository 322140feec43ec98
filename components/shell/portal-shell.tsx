"use client";

import { AppShell } from "@mantine/core";
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
import classes from "./shell.module.css";
import { WorkspaceProvider, useWorkspaceId } from "./workspace.tsx";
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { viewerQuery, savePreferences } from "./queries.ts";
import { readAgain } from "./read-again.ts";
import { workspaceKey } from "./workspace-key.ts";
import { useRouter } from "next/navigation";
import { keepLocale } from "../i18n/locale-cookie.ts";
import { languageOf } from "../i18n/locales.ts";
import { usePreferences, unkept } from "./preferences.ts";

const CONTENT_ID = "content";

// Nothing of it is looked at first.
const InboxBackground = dynamic(
  () => import("../inbox/inbox-background.tsx").then(({ InboxBackground: each }) => each),
  { ssr: false },
);

type Props = {
  workspaceId: number;
  /** Who is signed in. */
  userId: string;
  /** The place in the event log from which the page's answers are followed; null where it comes without any. */
  liveFrom: string | null;
  children: ReactNode;
};

/** The frame of every signed-in page: rail (bottom bar below 768 px), live stream, and one place for the section. */
export function PortalShell({ workspaceId, userId, liveFrom, children }: Props) {
  const t = useTranslations("shell");
  return (
    <WorkspaceProvider workspaceId={workspaceId}>
      <LiveProvider key={`${workspaceId} ${userId}`} workspaceId={workspaceId} userId={userId} from={liveFrom}>
        <KeysProvider>
          <FollowWorkspace />
          <FollowLanguage />
          <KeepPreferences />
          <NoticeCentre />
          <a href={`#${CONTENT_ID}`} className={classes.skip}>
            {t("skip")}
          </a>
          <AppShell
            navbar={{ width: 56, breakpoint: "sm", collapsed: { mobile: true } }}
            footer={{ height: { base: "calc(var(--bar-height) + env(safe-area-inset-bottom))", sm: 0 } }}
            padding={0}
            transitionDuration={0}
          >
            <AppShell.Navbar className={classes.rail} withBorder={false} visibleFrom="sm">
              <Rail />
            </AppShell.Navbar>
            <AppShell.Main className={classes.main}>
              <OfflineNotice />
              <ChannelAlarm />
              <InboxBackground />
              <div id={CONTENT_ID} tabIndex={-1} className={classes.content}>
                <Entrance>{children}</Entrance>
              </div>
            </AppShell.Main>
            <AppShell.Footer className={classes.bar} withBorder={false} hiddenFrom="sm">
              <BottomBar />
            </AppShell.Footer>
          </AppShell>
        </KeysProvider>
      </LiveProvider>
    </WorkspaceProvider>
  );
}

/** Reads again what the workspace is made of, and what its viewer may do, when somebody has changed it. */
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
 * Draws the portal again, in place, when the person has chosen another language than it is drawn in: here, on another device, or
 * before they came to this browser.
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

/** Lets no change of preferences be lost with a page that goes away before it is kept. */
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

/** Asks once more for all that is on its way: requests are cut off when a page goes, and those behind them never begin. */
export async function keepUnkept(cache: QueryClient, workspaceId: number): Promise<void> {
  const changes = unkept(cache, workspaceId);
  if (Object.keys(changes).length === 0) return;
  // Nobody is left who could be told.
  await savePreferences(workspaceId, changes, { keepalive: true }).catch(() => undefined);
}

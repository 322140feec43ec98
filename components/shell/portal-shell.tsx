"use client";

import { AppShell } from "@mantine/core";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ChannelAlarm } from "../channels/channel-alarm.tsx";
import { KeysProvider } from "../keys/keys-provider.tsx";
import { NoticeCentre } from "../notices/notice-centre.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { OfflineNotice } from "./connection.tsx";
import { Entrance } from "./entrance.tsx";
import { FollowLanguage } from "./follow-language.tsx";
import { FollowWorkspace } from "./follow-workspace.tsx";
import { KeepPreferences } from "./keep-preferences.ts";
import { LiveProvider } from "./live.tsx";
import { Rail } from "./rail.tsx";
import classes from "./shell.module.css";
import { WorkspaceProvider } from "./workspace.tsx";

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

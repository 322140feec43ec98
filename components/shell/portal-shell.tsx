"use client";

import { AppShell } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ChannelAlarm } from "../channels/channel-alarm.tsx";
import { KeysProvider } from "../keys/keys-provider.tsx";
import { NoticeCentre } from "../notices/notice-centre.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { OfflineNotice } from "./connection.tsx";
import { Entrance } from "./entrance.tsx";
import { FollowLanguage } from "./follow-language.tsx";
import { FollowWorkspace } from "./follow-workspace.tsx";
import { LiveProvider } from "./live.tsx";
import { Rail } from "./rail.tsx";
import classes from "./shell.module.css";
import { WorkspaceProvider } from "./workspace.tsx";

const CONTENT_ID = "content";

/** The frame of every signed-in page: rail (bottom bar below 768 px), live stream, and one place for the section. */
export function PortalShell({ workspaceId, children }: { workspaceId: number; children: ReactNode }) {
  const t = useTranslations("shell");
  return (
    <WorkspaceProvider workspaceId={workspaceId}>
      <LiveProvider key={workspaceId} workspaceId={workspaceId}>
        <KeysProvider>
          <FollowWorkspace />
          <FollowLanguage />
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

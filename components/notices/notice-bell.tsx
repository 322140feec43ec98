"use client";

import { Menu, NavLink, Text } from "@mantine/core";
import {
  IconAlertCircle,
  IconAlarm,
  IconAt,
  IconBell,
  IconClockExclamation,
  IconInbox,
  IconMessage,
  IconUserCheck,
} from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { paths } from "../paths.ts";
import type { NotifyEvent } from "../shell/preferences.ts";
import { useViewer } from "../shell/workspace.tsx";
import rail from "../shell/rail.module.css";
import { When } from "../ui/when.tsx";
import { noticeLog } from "./notice-log.ts";
import classes from "./notice-bell.module.css";

const ICON: Record<NotifyEvent, typeof IconBell> = {
  newUnassigned: IconInbox,
  assignedToMe: IconUserCheck,
  mention: IconAt,
  replyInMine: IconMessage,
  windowClosing: IconClockExclamation,
  slaRisk: IconAlarm,
  failedSend: IconAlertCircle,
};

/** The notices since the page was opened. null: this person gets none. */
export function useNoticeLog() {
  const viewer = useViewer();
  const log = useSyncExternalStore(noticeLog.subscribe, noticeLog.now, noticeLog.now);
  return !viewer?.agentId || viewer.plan === "GATEWAY" ? null : { ...log, workspaceId: viewer.workspaceId };
}

/** The list of notices in the rail. A dot says that there are new ones. */
export function NoticeBell() {
  const t = useTranslations("keys.notices");
  const log = useNoticeLog();
  if (!log) return null;
  const { heard, unseen, workspaceId } = log;
  return (
    <Menu position="top-start" width={340} onOpen={noticeLog.see}>
      <Menu.Target>
        <button
          type="button"
          className={rail.button}
          aria-label={t("bell", { count: unseen })}
          title={t("bell", { count: unseen })}
        >
          <span className={classes.bell} data-new={unseen > 0 || undefined}>
            <IconBell size={18} stroke={1.5} aria-hidden />
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {heard.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {t("nothing")}
          </Text>
        ) : null}
        {heard.map(({ id, event, convId, name, at }) => {
          const Icon = ICON[event];
          return (
            <Menu.Item
              key={id}
              component={Link}
              href={paths.inbox(workspaceId, convId)}
              onClick={() => noticeLog.drop(convId)}
              leftSection={<Icon size={16} stroke={1.5} aria-hidden />}
              rightSection={<HeardAt at={at} />}
            >
              {t(`said.${event}`, { name })}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <Menu.Item component={Link} href={paths.settings(workspaceId, "notices")}>
          {t("settings")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same list in the sheet of narrow screens, where the rail has no room. */
export function NoticeLines({ onGo }: { onGo: () => void }) {
  const t = useTranslations("keys.notices");
  const log = useNoticeLog();
  if (!log || log.heard.length === 0) return null;
  return (
    <section aria-label={t("bell", { count: 0 })} className={classes.lines}>
      <Text size="xs" c="dimmed">
        {t("bell", { count: 0 })}
      </Text>
      {log.heard.map(({ id, event, convId, name, at }) => {
        const Icon = ICON[event];
        return (
          <NavLink
            key={id}
            component={Link}
            href={paths.inbox(log.workspaceId, convId)}
            leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
            rightSection={<HeardAt at={at} />}
            label={t(`said.${event}`, { name })}
            onClick={() => {
              noticeLog.drop(convId);
              onGo();
            }}
          />
        );
      })}
    </section>
  );
}

function HeardAt({ at }: { at: number }) {
  return (
    <Text size="xs" c="dimmed">
      <When at={new Date(at).toISOString()} precise />
    </Text>
  );
}

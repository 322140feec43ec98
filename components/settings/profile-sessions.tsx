"use client";

import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useNow, useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { revokeSessions, sessionsQuery, type OwnSession } from "./account-queries.ts";
import classes from "./profile-sessions.module.css";
import Bowser from "bowser";

/** The viewer's sign-ins, and how to end them. */
export function ProfileSessions() {
  const t = useTranslations("settings.sessions");
  const workspaceId = useWorkspaceId();
  const cache = useQueryClient();
  const sessions = useQuery(sessionsQuery(workspaceId));
  const revoke = useMutation({
    mutationFn: (id: string | null) => revokeSessions({ workspaceId, ...(id ? { id } : {}) }),
    onSuccess: (_, id) => done(id ? t("endedOne") : t("endedOthers")),
    onError: (error) => failed(t("notEnded"), error),
    onSettled: () => cache.invalidateQueries({ queryKey: sessionsQuery(workspaceId).queryKey }),
  });
  return (
    <Panel title={t("title")} description={t("description")}>
      <Loaded query={sessions} failure={t("failure")} rows={2}>
        {(list) => (
          <Stack gap="md">
            <ul className={classes.list} aria-label={t("title")}>
              {list.map((session) => (
                <Row key={session.id} session={session} isBusy={revoke.isPending} onEnd={revoke.mutate} />
              ))}
            </ul>
            {list.length > 1 ? (
              <Group>
                <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate(null)}>
                  {t("endOthers")}
                </Button>
              </Group>
            ) : null}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type RowProps = { session: OwnSession; isBusy: boolean; onEnd: (id: string) => void };

function Row({ session, isBusy, onEnd }: RowProps) {
  const t = useTranslations("settings.sessions");
  const format = useFormatter();
  const now = useNow({ updateInterval: 60_000 });
  const { browser, system, isMobile } = browserOf(session.userAgent);
  const Icon = isMobile ? IconDeviceMobile : IconDeviceDesktop;
  const name = browser ? (system ? t("browserOn", { browser, system }) : browser) : t("unknown");
  return (
    <li className={classes.row}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <Text size="sm" fw={500} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t("lastSeen", { when: format.relativeTime(new Date(session.lastSeenAt), now) })}
        </Text>
      </div>
      {session.isCurrent ? (
        <Badge variant="light">{t("this")}</Badge>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          disabled={isBusy}
          aria-label={t("endName", { name })}
          onClick={() => onEnd(session.id)}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}

/** The browser of a sign-in. null: its user agent does not say. */
type Browser = { browser: string | null; system: string | null; isMobile: boolean };

/** Reads a sign-in's `user-agent` into names that people know. */
export function browserOf(userAgent: string | null): Browser {
  if (!userAgent) return { browser: null, system: null, isMobile: false };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    isMobile: platform.type === "mobile" || platform.type === "tablet",
  };
}

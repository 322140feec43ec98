"use client";

import { Alert, Button, Checkbox, Group, Stack, Switch, Text } from "@mantine/core";
import { TimeInput } from "@mantine/dates";
import { IconBellOff, IconVolume } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NOTIFY_EVENTS, waysOf } from "../notices/notice.ts";
import { playTone } from "../notices/play-tone.ts";
import type { NotifyEvent, NotifyWays } from "../shell/preferences.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { useViewer } from "../shell/workspace.tsx";
import { Lines } from "../ui/lines.tsx";
import { Panel } from "../ui/panel.tsx";
import { ProfilePush } from "./profile-push.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import classes from "./profile.module.css";

const WAYS = ["inApp", "sound", "desktop", "email"] as const satisfies readonly (keyof NotifyWays)[];
const USUAL_QUIET = { from: "22:00", to: "07:00" };

/** Which events notify the person, in which way, and the quiet hours. */
export function NoticesPage() {
  const t = useTranslations("keys.notices");
  const [{ notify, quietHours }, change] = usePreferences();
  const hasMail = useViewer()?.isMailSetUp ?? false;
  const [isBlocked, setBlocked] = useState(false);

  async function set(event: NotifyEvent, way: keyof NotifyWays, isOn: boolean) {
    if (way === "desktop" && isOn) {
      const permission = "Notification" in window ? await Notification.requestPermission() : "denied";
      setBlocked(permission !== "granted");
      if (permission !== "granted") return;
    }
    change({ notify: { ...notify, [event]: { ...notify[event], [way]: isOn } }, ...here() });
  }

  return (
    <SettingsFrame page="notices" description={t("about")}>
      <Panel>
        <Stack gap="md">
          <table className={classes.matrix}>
            <thead>
              <tr>
                <th scope="col">{t("event")}</th>
                {WAYS.map((way) => (
                  <th key={way} scope="col">
                    {t(way)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {NOTIFY_EVENTS.map((event) => (
                <tr key={event}>
                  <th scope="row">{t(`events.${event}`)}</th>
                  {WAYS.map((way) => (
                    <td key={way}>
                      <Checkbox
                        checked={waysOf(notify, event)[way]}
                        // An option turned on earlier can still be turned off.
                        disabled={way === "email" && !hasMail && !waysOf(notify, event).email}
                        onChange={({ currentTarget: { checked } }) => void set(event, way, checked)}
                        aria-label={`${t(`events.${event}`)}: ${t(way)}`}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <Text size="sm" c="dimmed">
            {hasMail ? t("emailAbout") : t("noMail")}
          </Text>
          {isBlocked ? (
            <Alert color="yellow" icon={<IconBellOff size={18} aria-hidden />} role="alert">
              {t("blocked")}
            </Alert>
          ) : null}
          <Group>
            <Button
              variant="default"
              leftSection={<IconVolume size={16} aria-hidden />}
              onClick={() => void playTone()}
            >
              {t("try")}
            </Button>
          </Group>
        </Stack>
      </Panel>
      <Panel flush>
        <Lines>
          <ProfilePush />
          <Switch
            labelPosition="left"
            checked={quietHours !== null}
            onChange={(event) => change({ quietHours: event.currentTarget.checked ? USUAL_QUIET : null, ...here() })}
            label={t("quiet")}
            description={t("quietAbout")}
          />
          {quietHours
            ? (["from", "to"] as const).map((end) => (
                <TimeInput
                  key={end}
                  label={t(end)}
                  value={quietHours[end]}
                  onChange={({ currentTarget: { value } }) => {
                    if (value) change({ quietHours: { ...quietHours, [end]: value.slice(0, 5) }, ...here() });
                  }}
                />
              ))
            : null}
        </Lines>
      </Panel>
    </SettingsFrame>
  );
}

/** Emails are sent when no browser can report its time zone, so the preferences store it. */
function here(): { timeZone: string } {
  return { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
}

"use client";

import { Alert, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { IconBellOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { pushState, startPush, stopPush, type PushPlace } from "../notices/push.ts";
import type { NotifyEvent, Preferences } from "../shell/preferences.ts";
import { usePreferences } from "../shell/use-preferences.ts";
import { useViewer } from "../shell/workspace.tsx";
import { failed } from "../ui/toasts.tsx";

/** The default events: those that concern the person directly. Used if they chose no desktop events. */
const USUAL: readonly NotifyEvent[] = [
  "assignedToMe",
  "replyInMine",
  "mention",
  "windowClosing",
  "slaRisk",
  "failedSend",
];

/** Whether this browser notifies its person while the portal is closed, and how much a notice says. */
export function ProfilePush() {
  const viewer = useViewer();
  if (!viewer?.userId) return null;
  const { workspaceId, userId, pushKey } = viewer;
  return <PushOf key={`${workspaceId} ${userId}`} place={{ workspaceId, userId, pushKey }} />;
}

function PushOf({ place }: { place: PushPlace }) {
  const t = useTranslations("keys.notices.closed");
  const cache = useQueryClient();
  const [{ notify, pushText }, change] = usePreferences();
  const queryKey = ["push", place.workspaceId, place.userId];
  const { data: state } = useQuery({ queryKey, queryFn: () => pushState(place), staleTime: 0 });
  const toggle = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? startPush(place) : stopPush(place)),
    onSuccess: (next) => {
      cache.setQueryData(queryKey, next);
      if (next === "on" && !hasChosen(notify)) change({ notify: withUsual(notify) });
    },
    onError: (error) => {
      failed(t("failed"), error);
      void cache.invalidateQueries({ queryKey });
    },
  });

  return (
    <>
      <Switch
        labelPosition="left"
        checked={state === "on"}
        disabled={!state || state === "impossible" || toggle.isPending}
        onChange={({ currentTarget: { checked } }) => toggle.mutate(checked)}
        label={t("label")}
        description={state === "impossible" ? t("impossible") : t("about")}
      />
      {state === "blocked" ? (
        <Alert color="yellow" icon={<IconBellOff size={18} aria-hidden />} role="alert">
          {t("blocked")}
        </Alert>
      ) : null}
      {state === "on" ? (
        <Switch
          labelPosition="left"
          checked={pushText}
          onChange={({ currentTarget: { checked } }) => change({ pushText: checked })}
          label={t("text")}
          description={t("textAbout")}
        />
      ) : null}
    </>
  );
}

function hasChosen(notify: Preferences["notify"]): boolean {
  return Object.values(notify).some(({ desktop }) => desktop);
}

function withUsual(notify: Preferences["notify"]): Preferences["notify"] {
  return { ...notify, ...Object.fromEntries(USUAL.map((event) => [event, { ...notify[event], desktop: true }])) };
}

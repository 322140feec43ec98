"use client";

import { Avatar, Indicator, Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { modals } from "@mantine/modals";
import { IconLogout, IconUserCircle } from "@tabler/icons-react";
import { signOut } from "next-auth/react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { networkWords } from "../graphql/network-words.ts";
import { forgetLocale } from "../i18n/locale-cookie.ts";
import { paths } from "../paths.ts";
import { ownFile } from "../ui/remote-picture.ts";
import { ThemeItems } from "../ui/theme-items.tsx";
import { failed } from "../ui/toasts.tsx";
import { countWaiting, forgetPerson } from "./forget-browser.ts";
import rail from "./rail.module.css";
import classes from "./shell.module.css";
import { useViewer, useWorkspaceId } from "./workspace.tsx";
import { WorkspaceItems } from "./workspace-menu.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { setAvailability, viewerQuery } from "./queries.ts";

/** Signs out: revokes the session's row and deletes cached data. */
async function leave(userId: string): Promise<void> {
  await signOut({ redirect: false });
  await forgetPerson(userId);
  forgetLocale();
  window.location.assign(paths.signIn());
}

/** Asks first if pending actions would be lost. */
function useLeave(): () => Promise<void> {
  const t = useTranslations("shell.person");
  const userId = useViewer()?.userId ?? "";
  const go = () => leave(userId).catch(() => failed(t("leaving.notLeft"), new Error(networkWords("unreachable"))));
  return async () => {
    const count = await countWaiting(userId);
    if (count === 0) return go();
    modals.openConfirmModal({
      title: t("leaving.title"),
      children: <Text size="sm">{t("leaving.waits", { count })}</Text>,
      labels: { confirm: t("signOut"), cancel: t("leaving.stay") },
      confirmProps: { color: "red" },
      onConfirm: () => void go(),
    });
  };
}

/** The person's menu: availability, colors, profile, sign out. */
export function PersonMenu({ place }: { place: "rail" | "bar" }) {
  const t = useTranslations("shell.person");
  const viewer = useViewer();
  const leaveNow = useLeave();
  const profileHref = paths.settings(useWorkspaceId());
  const isAvailable = viewer?.isAvailable ?? false;
  const face = (
    <Indicator
      aria-hidden
      size={9}
      offset={4}
      position="bottom-end"
      withBorder
      color={isAvailable ? "var(--success-text)" : "gray.5"}
    >
      <Avatar
        src={viewer?.avatar ? ownFile(viewer.avatar) : null}
        name={viewer?.name ?? ""}
        color="petrol"
        size={place === "rail" ? 28 : 26}
      />
    </Indicator>
  );
  return (
    <Menu position={place === "rail" ? "top-start" : "top-end"} width={272} withinPortal>
      <Menu.Target>
        {place === "rail" ? (
          <UnstyledButton className={rail.person}>
            {face}
            <span className={rail.name}>{viewer?.name}</span>
            <VisuallyHidden>{t("menu")}</VisuallyHidden>
          </UnstyledButton>
        ) : (
          <UnstyledButton className={classes.barLink}>
            {face}
            {t("you")}
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--text-1)" truncate>
            {viewer?.name}
          </Text>
          <Text size="xs" truncate>
            {viewer?.email}
          </Text>
        </Menu.Label>
        {viewer?.agentId ? <AvailabilityItem isAvailable={isAvailable} /> : null}
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        {place === "bar" ? (
          <>
            <WorkspaceItems />
            <Menu.Divider />
          </>
        ) : null}
        <Menu.Item component={Link} href={profileHref} leftSection={<IconUserCircle size={16} aria-hidden />}>
          {t("profile")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void leaveNow()}>
          {t("signOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether AUTO may assign new conversations to this person. The change shows at once. */
function AvailabilityItem({ isAvailable }: { isAvailable: boolean }) {
  const t = useTranslations("shell.availability");
  const workspaceId = useWorkspaceId();
  const queryClient = useQueryClient();
  const { queryKey } = viewerQuery(workspaceId);
  const change = useMutation({
    mutationFn: (next: boolean) => setAvailability(workspaceId, next),
    onSuccess: (next) => queryClient.setQueryData(queryKey, (viewer) => viewer && { ...viewer, isAvailable: next }),
    onError: (error) => failed(t("notChanged"), error),
  });
  const shown = change.isPending ? change.variables : isAvailable;
  return (
    <Menu.CheckboxItem checked={shown} onChange={(next) => change.mutate(next)}>
      <Text size="sm">{t("label")}</Text>
      <Text size="xs" c="dimmed">
        {t(shown ? "on" : "off")}
      </Text>
    </Menu.CheckboxItem>
  );
}

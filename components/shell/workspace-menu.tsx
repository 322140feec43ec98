"use client";

import { Menu, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { paths } from "../paths.ts";
import classes from "./rail.module.css";
import { useViewer } from "./workspace.tsx";

/** The current workspace, and a menu of the person's other workspaces. */
export function WorkspaceMenu() {
  const t = useTranslations("shell.workspaces");
  const viewer = useViewer();
  const name = viewer?.workspaceName ?? "";
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.workspace} disabled={!viewer}>
          <VisuallyHidden>{t("tile", { name }).trim()}</VisuallyHidden>
          <span className={classes.mark} aria-hidden>
            {name.trim().charAt(0).toUpperCase() || "·"}
          </span>
          <span className={classes.name} aria-hidden>
            {name}
          </span>
          <IconChevronDown size={16} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <WorkspaceItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** One item for each workspace of the person, with a check mark on the current one. */
export function WorkspaceItems() {
  const t = useTranslations("shell.workspaces");
  const viewer = useViewer();
  return (
    <>
      <Menu.Label>{t("title")}</Menu.Label>
      {viewer?.workspaces.map(({ workspaceId, name, plan }) => {
        const isCurrent = workspaceId === viewer.workspaceId;
        return (
          <Menu.Item
            key={workspaceId}
            component={Link}
            href={paths.inbox(workspaceId)}
            aria-current={isCurrent ? "true" : undefined}
            rightSection={isCurrent ? <IconCheck size={16} aria-hidden /> : null}
          >
            <Text size="sm" fw={500} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {t("facts", { workspaceId: String(workspaceId), plan: plan.charAt(0) + plan.slice(1).toLowerCase() })}
            </Text>
          </Menu.Item>
        );
      })}
    </>
  );
}

"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { assignUserRole, type GivenRole, type Member } from "./team-queries.ts";
import { GIVEN_ROLES } from "./team-roles.ts";
import { useTeamChange } from "./use-team-change.ts";

/** Changes a team member's role. */
export function TeamRoleMenu({ member, name }: { member: Member; name: string }) {
  const t = useTranslations("settings.team");
  const roles = useTranslations("shell.roles");
  const workspaceId = useWorkspaceId();
  const assign = useTeamChange((role: GivenRole) => assignUserRole({ workspaceId, userId: member.userId, role }));
  const choose = (role: GivenRole) =>
    assign.mutate(role, {
      onSuccess: () => done(t("roleChanged", { name, role: roles(role) })),
      onError: (error) => failed(t("roleNotChanged", { name }), error),
    });
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={assign.isPending}
          aria-label={t("roleOf", { name, role: roles(member.role) })}
        >
          {roles(member.role)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {GIVEN_ROLES.map((role) => (
          <Menu.Item
            key={role}
            onClick={() => choose(role)}
            disabled={role === member.role}
            aria-current={role === member.role ? "true" : undefined}
          >
            <Text size="sm" fw={500}>
              {roles(role)}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`meanings.${role}`)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

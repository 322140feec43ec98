"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { ROLE_NAMES } from "../shell/role-names.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { done, failed } from "../ui/toasts.tsx";
import { assignUserRole } from "./team-queries.ts";
import type { GivenRole, Member } from "./team-queries.ts";
import { GIVEN_ROLES } from "./team-roles.ts";
import { useTeamChange } from "./use-team-change.ts";

/** A member's role, as the choice that it is. */
export function TeamRoleMenu({ member, name }: { member: Member; name: string }) {
  const workspaceId = useWorkspaceId();
  const assign = useTeamChange((role: GivenRole) => assignUserRole({ workspaceId, userId: member.userId, role }));
  const choose = (role: GivenRole) =>
    assign.mutate(role, {
      onSuccess: () => done(`${name} is ${ROLE_NAMES[role]} now`),
      onError: (error) => failed(`The role of ${name} was not changed`, error),
    });
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          loading={assign.isPending}
          aria-label={`Role of ${name}: ${ROLE_NAMES[member.role]}`}
        >
          {ROLE_NAMES[member.role]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {GIVEN_ROLES.map(({ role, meaning }) => (
          <Menu.Item
            key={role}
            onClick={() => choose(role)}
            disabled={role === member.role}
            aria-current={role === member.role ? "true" : undefined}
          >
            <Text size="sm" fw={550}>
              {ROLE_NAMES[role]}
            </Text>
            <Text size="xs" c="dimmed">
              {meaning}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

"use client";

import { Avatar, Group, Table, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { agentName } from "../shell/agents.ts";
import { useViewer } from "../shell/workspace.tsx";
import { ownFile } from "../ui/remote-picture.ts";
import { When } from "../ui/when.tsx";
import { TeamMemberMenu } from "./team-member-menu.tsx";
import { TeamRoleMenu } from "./team-role-menu.tsx";
import type { Member } from "./team-queries.ts";

export function TeamMembers({ members }: { members: Member[] }) {
  const t = useTranslations("settings.team");
  return (
    <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover layout="fixed" aria-label={t("members")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("member")}</Table.Th>
          <Table.Th visibleFrom="sm" w={200}>
            {t("lastSeen")}
          </Table.Th>
          <Table.Th w={132}>{t("role")}</Table.Th>
          <Table.Th aria-label={t("actions")} w={52} px="xs" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <MemberRow key={member.userId} member={member} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function MemberRow({ member }: { member: Member }) {
  const t = useTranslations("settings.team");
  const roles = useTranslations("shell.roles");
  const viewer = useViewer();
  const isSelf = member.userId === viewer?.userId;
  const isFixed = isSelf || member.role === "OWNER";
  const mayAssign = viewer?.permissions.includes("ASSIGN_ROLE") ?? false;
  const name = agentName(member);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Avatar
            src={member.avatar ? ownFile(member.avatar) : null}
            name={name}
            color="petrol"
            size={32}
            visibleFrom="sm"
            aria-hidden
          />
          <div style={{ minWidth: 0 }}>
            <Text fw={500} truncate>
              {name}
              {isSelf ? (
                <Text span c="dimmed" fw={400}>
                  {" "}
                  {t("self")}
                </Text>
              ) : null}
            </Text>
            <Text size="xs" c="dimmed" truncate title={member.email}>
              {member.email}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {member.lastSeenAt ? (
          <When at={member.lastSeenAt} />
        ) : (
          <Text size="sm" c="dimmed">
            {t("notYet")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{isFixed || !mayAssign ? roles(member.role) : <TeamRoleMenu member={member} name={name} />}</Table.Td>
      <Table.Td ta="right" px="xs">
        {isFixed ? null : <TeamMemberMenu member={member} name={name} />}
      </Table.Td>
    </Table.Tr>
  );
}
